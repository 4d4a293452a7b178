import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { inspect } from "node:util"

import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"

import * as HttpEffect from "../../src/HttpEffect.ts"
import * as PartnerKey from "../../src/PartnerKey.ts"
import * as TokenFile from "../../src/TokenFile.ts"
import * as TokenKeyValue from "../../src/TokenKeyValue.ts"
import { TokenStore } from "../../src/TokenStore.ts"
import { Transport } from "../../src/Transport.ts"
import { folder } from "../support/folder.ts"
import { httpOf, region } from "../support/wire.ts"
import { holds, observed } from "./observed.ts"

const canary = "cAnaRy"

const load = Effect.flatMap(TokenStore, (store) => store.load)

const failsWithout = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(observed(effect), ({ exit, text }) => {
    assert.strictEqual(exit._tag, "Failure")
    assert.isFalse(holds(text, canary), text)
  })

describe("a place for tokens that holds something else", () => {
  const contents = [canary, `"${canary}"`, `{"token":"${canary}`, `{"token":5,"refresh":"${canary}"}`, `["${canary}"]`]

  it.effect.each(contents)("does not quote it from a file: %s", (content) =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tokens.json")
      writeFileSync(path, content)
      const file = TokenFile.layer(path).pipe(Layer.provide(NodeServices.layer))
      yield* failsWithout(Effect.provide(load, file))
    })
  )

  it.effect.each(contents)("does not quote it from a store of keys: %s", (content) =>
    Effect.gen(function* () {
      yield* (yield* KeyValueStore.KeyValueStore).set("tokens", content)
      const values = yield* Layer.build(TokenKeyValue.layer("tokens"))
      yield* failsWithout(Effect.provide(load, values))
    }).pipe(Effect.scoped, Effect.provide(KeyValueStore.layerMemory))
  )
})

describe("a partner key that is none", () => {
  const pem = (label: string, content: string) => `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----`

  it.effect.each([
    canary,
    pem("PRIVATE KEY", `${canary}!`),
    pem("PRIVATE KEY", Buffer.from(canary).toString("base64")),
    pem("RSA PRIVATE KEY", Buffer.from(canary).toString("base64"))
  ])("is not quoted: %s", (key) =>
    failsWithout(
      Effect.scoped(
        Layer.build(PartnerKey.layer({ privateKey: Redacted.make(key), siteId: 1, issuer: "i", audience: "a" }))
      )
    )
  )
})

describe("a client", () => {
  it.effect("that is inspected shows no secret", () =>
    Effect.gen(function* () {
      const transport = yield* Transport
      assert.isFalse(holds(inspect(transport, { depth: 20, showHidden: true }), canary))
      assert.isFalse(holds(JSON.stringify(transport), canary))
    }).pipe(
      Effect.provide(
        Transport.layer.pipe(
          Layer.provide([region({ apiKey: Redacted.make(canary) }), HttpEffect.layer]),
          Layer.provide(Layer.succeed(HttpClient.HttpClient, httpOf(() => new Response("")).http))
        )
      )
    )
  )
})
