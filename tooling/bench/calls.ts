import "effect/schema/SchemaJITCompiler/enable"
import { fork } from "node:child_process"
import { once } from "node:events"
import type { AddressInfo } from "node:net"

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"

import * as Client from "../../packages/core/src/Client.ts"
import { EnterpriseUsers } from "../../packages/core/src/EnterpriseUsers.ts"
import * as HttpFetch from "../../packages/core/src/HttpFetch.ts"
import { Region } from "../../packages/core/src/Region.ts"
import { Session } from "../../packages/core/src/Session.ts"
import { median } from "./measure.ts"

const calls = 4000
const concurrency = 32
const rounds = 5

const server = fork(new URL("server.mjs", import.meta.url))
const [{ port }] = (await once(server, "message")) as [AddressInfo]
const baseUrl = `http://127.0.0.1:${port}`

const bare = async (count: number) => {
  let started = 0
  const worker = async () => {
    while (started++ < count) {
      const response = await fetch(`${baseUrl}/api/v1r1/enterprise/users`, { headers: { authorization: "t" } })
      JSON.parse(await response.text())
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

const layer = Client.layer.pipe(
  Layer.provide([Region.layer({ name: "us", baseUrl, apiKey: Redacted.make("k") }), HttpFetch.layer])
)

const measure = async (run: (count: number) => Promise<unknown>) => {
  await run(500)
  const times: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await run(calls)
    times.push(((performance.now() - start) / calls) * 1000)
  }
  return median(times)
}

const row = (what: string, time: number, base: number) =>
  console.log(`${what.padEnd(42)} ${time.toFixed(0).padStart(5)} us   ${(time / base).toFixed(2)}x`)

const runtime = ManagedRuntime.make(layer)
await runtime.runPromise(Effect.flatMap(Session, (session) => session.start({ token: Redacted.make("t") })))

const sdk = (count: number) =>
  runtime.runPromise(
    Effect.flatMap(EnterpriseUsers, (users) =>
      Effect.forEach(
        Array.from({ length: count }, (_, index) => index),
        () => users.list(),
        { concurrency, discard: true }
      )
    )
  )

const base = await measure(bare)
row("bare fetch and JSON.parse, 20 users", base, base)
row("the SDK on fetch, 20 users decoded", await measure(sdk), base)
server.kill()
process.exit()
