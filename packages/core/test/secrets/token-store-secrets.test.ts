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

import type { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import { TokenStoreFailed } from "../../src/Errors.ts"
import * as HttpEffect from "../../src/HttpEffect.ts"
import * as PartnerKey from "../../src/PartnerKey.ts"
import { Session } from "../../src/Session.ts"
import * as TokenFile from "../../src/TokenFile.ts"
import * as TokenKeyValue from "../../src/TokenKeyValue.ts"
import type { Tokens } from "../../src/TokenStore.ts"
import { TokenStore } from "../../src/TokenStore.ts"
import { Transport } from "../../src/Transport.ts"
import { folder } from "../support/folder.ts"
import { list, service, shared, start, wireOver } from "../support/session.ts"
import { httpOf, json, region } from "../support/wire.ts"
import { holds, observed } from "./observed.ts"

const canary = "cAnaRy"

const load = Effect.flatMap(TokenStore, (store) => store.load)

const failsWithout = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
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

describe("a place for tokens that fails", () => {
  const quoting = (operation: string, { refresh, token }: Tokens) =>
    new TokenStoreFailed({
      store: "drawer",
      reason: `cannot ${operation} (${Redacted.value(token)}, ${encodeURIComponent(refresh === undefined ? "" : Redacted.value(refresh))})`
    })

  const old = { token: Redacted.make(`old ${canary} 1`), refresh: Redacted.make(`refresh ${canary} 1`) }
  const renewed = { token: `new ${canary} 2`, refresh: `refresh ${canary} 2` }

  const acts: Readonly<Record<string, Effect.Effect<unknown, unknown, Session | EnterpriseUsers>>> = {
    save: start(old),
    load: list,
    clear: Effect.flatMap(Session, (session) => session.logOut),
    exclusive: list,
    // the call succeeds, and a log says that the tokens were not kept
    "save what is renewed": Effect.andThen(list, Effect.fail("the log"))
  }

  it.effect.each(Object.entries(acts))("quotes no token: %s", ([operation, act]) => {
    let fails = false
    const fail = (tokens: Tokens) => Effect.fail(quoting(operation, tokens))
    const store = shared(({ clear, exclusive, load, save }) => ({
      load: Effect.suspend(() => (fails && operation === "load" ? fail(old) : load)),
      save: (tokens) => Effect.suspend(() => (fails && operation.startsWith("save") ? fail(tokens) : save(tokens))),
      clear: Effect.suspend(() => (fails && operation === "clear" ? fail(old) : clear)),
      exclusive: (effect) =>
        Effect.suspend(() => (fails && operation === "exclusive" ? Effect.andThen(load, fail(old)) : exclusive(effect)))
    }))
    const { layer } = wireOver(
      store.layer,
      service(
        () => json(200, renewed),
        (token) => token.startsWith("new")
      )
    )
    const program = Effect.gen(function* () {
      yield* start(old)
      yield* (yield* Session).token
      fails = true
      yield* act
    })
    return failsWithout(Effect.provide(program, layer))
  })
})

describe("an invalid partner key", () => {
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
