import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import * as Client from "../../src/Client.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import * as HttpFetch from "../../src/HttpFetch.ts"
import { Region } from "../../src/Region.ts"
import * as TokenFile from "../../src/TokenFile.ts"

const [, , baseUrl = "", path = ""] = process.argv

const layer = Client.layerStore.pipe(
  Layer.provide(TokenFile.layer(path)),
  Layer.provide(Region.layer({ name: "us", baseUrl, apiKey: Redacted.make("key-1") })),
  Layer.provide([HttpFetch.layer, NodeFileSystem.layer])
)

await Effect.runPromise(
  Effect.flatMap(EnterpriseUsers, (users) => users.list()).pipe(
    Effect.replicateEffect(5, { concurrency: "unbounded" }),
    Effect.provide(layer)
  )
)
