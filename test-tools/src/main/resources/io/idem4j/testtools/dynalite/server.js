// A DynamoDB-compatible server in memory: prints its port, and ends when whoever started it is gone.
const dynalite = require('dynalite')

const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.stdin.on('end', () => process.exit()).resume()

// It throws what a request ends with whose client went away in the middle; that must not end it for all others.
process.on('uncaughtException', (error) => {
  if (error.code !== 'ECONNRESET') {
    console.error(error)
    process.exit(1)
  }
})
