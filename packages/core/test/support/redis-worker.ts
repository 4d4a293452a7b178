import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { layerRedis } from "../../src/Fleet.ts"
import * as HttpNode from "../../src/HttpNode.ts"
import * as RedisWorkers from "../../src/RedisWorkers.ts"

// sends the requests of clients until it is killed
const [, , url = "", key = ""] = process.argv

console.log("ready")
void Effect.runPromise(
  RedisWorkers.run({ encryptionKey: Redacted.make(key) }).pipe(
    Effect.provide([HttpNode.layer, layerRedis({ urls: [Redacted.make(url)] })])
  )
)
