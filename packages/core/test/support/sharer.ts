import { createInterface } from "node:readline"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"

import * as Client from "../../src/Client.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import * as HttpFetch from "../../src/HttpFetch.ts"
import { Region } from "../../src/Region.ts"
import { Session } from "../../src/Session.ts"
import * as TokenFile from "../../src/TokenFile.ts"

const [, , baseUrl = "", path = ""] = process.argv

const say = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

const layer = Client.layerStore.pipe(
  Layer.provide(TokenFile.layer(path)),
  Layer.provide(Region.layer({ name: "us", baseUrl, apiKey: Redacted.make("key-1") })),
  Layer.provide([HttpFetch.layer, NodeFileSystem.layer])
)

type Task = Effect.Effect<unknown, { readonly _tag: string; readonly message: string }, Session | EnterpriseUsers>

const tasks: Record<string, Task> = {
  list: Effect.flatMap(EnterpriseUsers, (users) => users.list()),
  "log out": Effect.flatMap(Session, ({ logOut }) => logOut),
  token: Effect.flatMap(Session, ({ token }) => Effect.flatMap(token, (token) => say(Redacted.value(token))))
}

const runtime = ManagedRuntime.make(layer)
await runtime.runPromise(say("ready"))
// one after the other, in the order of the requests
for await (const line of createInterface({ input: process.stdin })) {
  await runtime.runPromise(
    Effect.matchEffect(tasks[line] ?? Effect.die(`no task ${line}`), {
      onFailure: ({ _tag, message }) => say(`${_tag} ${message}`),
      onSuccess: () => say("done")
    })
  )
}
await runtime.dispose()
