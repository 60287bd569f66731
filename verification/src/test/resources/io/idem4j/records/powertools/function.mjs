// A function of Powertools for TypeScript that does as it is told, a JSON object a line:
// {"do": "call", "id", "now", "remaining", "event", "validation"?, "table", "endpoint"} begins a call, whose handler waits for
// {"do": "finish", "id", "returns"} or {"do": "finish", "id", "throws"}.
// It answers {"id", "entered": true} when the handler runs, and {"id", "returned"} or {"id", "error"} when the call is over.
import { createInterface } from 'node:readline'
import { makeIdempotent, IdempotencyConfig } from '@aws-lambda-powertools/idempotency'
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'

const handlers = new Map()
let now = 0
Date.now = () => now

const say = (answer) => process.stdout.write(JSON.stringify(answer) + '\n')

async function call({ id, remaining, event, validation, table, endpoint }) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const awsSdkV3Client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: table, awsSdkV3Client })
  const config = new IdempotencyConfig({ eventKeyJmesPath: 'id', payloadValidationJmesPath: validation })
  const handler = () =>
    new Promise((resolve, reject) => {
      handlers.set(id, { resolve, reject })
      say({ id, entered: true })
    })
  const context = { getRemainingTimeInMillis: () => remaining }
  try {
    const returned = await makeIdempotent(handler, { persistenceStore, config })(event, context)
    say({ id, returned: returned === undefined ? { $undefined: true } : returned })
  } catch (error) {
    say({ id, error: error.name, message: error.message })
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const told = JSON.parse(line)
    now = told.now
    if (told.do === 'call') {
      call(told)
    } else if ('throws' in told) {
      handlers.get(told.id).reject(new Error(told.throws))
    } else {
      handlers.get(told.id).resolve(told.returns?.$undefined ? undefined : told.returns)
    }
  })
  .on('close', () => process.exit())
