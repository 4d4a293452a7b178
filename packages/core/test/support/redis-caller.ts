import { createInterface } from "node:readline"

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"

import * as Client from "../../src/Client.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import { layerRedis } from "../../src/Fleet.ts"
import * as HttpNode from "../../src/HttpNode.ts"
import * as RedisTokenStore from "../../src/RedisTokenStore.ts"
import { Region } from "../../src/Region.ts"

// makes calls, so many at a time, when it is asked for a number of them; prints how many succeeded, and the other errors
const [, , baseUrl = "", url = "", key = ""] = process.argv

const layer = Client.layerStore.pipe(
  Layer.provide(RedisTokenStore.layer({ session: "ada-us", encryptionKey: Redacted.make(key) })),
  Layer.provide(Region.layer({ name: "us", baseUrl, apiKey: Redacted.make("key-1") })),
  Layer.provide([HttpNode.layer, layerRedis({ urls: [Redacted.make(url)] })]),
  // the lines of standard output are the results
  Layer.provideMerge(Logger.layer([]))
)

const runtime = ManagedRuntime.make(layer)
const users = await runtime.runPromise(EnterpriseUsers)
console.log("ready")

/** Calls until it succeeds; while Redis is gone, a call on an expired token fails, and a program calls again. */
const call: Effect.Effect<string> = users
  .list()
  .pipe(
    Effect.retry({ while: ({ _tag }) => _tag === "TokenStoreFailed", schedule: Schedule.spaced("50 millis") }),
    Effect.match({ onFailure: ({ _tag, message }) => `${_tag} ${message}`, onSuccess: () => "done" })
  )

for await (const line of createInterface({ input: process.stdin })) {
  const calls = Array.from({ length: Number(line) }, () => call)
  const results = await runtime.runPromise(Effect.all(calls, { concurrency: 16 }))
  const errors = results.filter((result) => result !== "done")
  console.log(JSON.stringify({ done: results.length - errors.length, errors: errors.slice(0, 3) }))
}
await runtime.dispose()
