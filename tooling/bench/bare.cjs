const { createServer } = require("node:http")

createServer((_, response) => response.end("{}")).listen(process.argv[2], "127.0.0.1")
