// Runs functions made idempotent by Powertools for TypeScript, as lines on the standard input say, over its cache layer.
// {"n":1,"run":"id","result":…,"remaining":ms,"amount":…,"hold":true}: runs one; {"n":1,"finish":true}: lets it end.
import { makeIdempotent, IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { CachePersistenceLayer } from '@aws-lambda-powertools/idempotency/cache';
import { createClient } from '@redis/client';
import { createInterface } from 'node:readline';

const tell = (line) => process.stdout.write(JSON.stringify(line) + '\n');
const holding = new Map();
let client;

const run = async ({ n, run: id, result, remaining, amount, hold }) => {
  let ran = false;
  const config = new IdempotencyConfig({
    eventKeyJmesPath: 'id',
    ...(amount === undefined ? {} : { payloadValidationJmesPath: 'amount' }),
  });
  config.registerLambdaContext({ getRemainingTimeInMillis: () => remaining ?? 60_000 });
  const idempotent = makeIdempotent(
    async () => {
      ran = true;
      if (hold) {
        await new Promise((finish) => {
          holding.set(n, finish);
          tell({ n, running: true });
        });
      }
      return result;
    },
    { persistenceStore: new CachePersistenceLayer({ client }), config, keyPrefix: 'orders' }
  );
  try {
    const answer = await idempotent({ id, amount });
    tell({ n, ran, answer });
  } catch (error) {
    tell({ n, ran, error: error.cause?.name ? `${error.name}: ${error.cause.name}` : error.name });
  }
};

for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  if (line.connect) {
    client = await createClient({ url: line.connect }).connect();
    tell({ n: line.n, connected: true });
  } else if (line.finish) {
    holding.get(line.n)();
  } else {
    void run(line);
  }
}
process.exit(0);
