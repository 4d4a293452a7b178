import { createSign, generateKeyPairSync } from "node:crypto"

import { assert, describe, it, layer } from "@effect/vitest"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as PartnerKey from "@remote-assist/core/PartnerKey"
import { Region } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Emulator } from "../../src/library/Emulator.ts"
import { validatePublicKey } from "../../src/world/tokens/PartnerKey.ts"
import { at, textAt } from "../support/json.ts"
import { asUser, send } from "../support/wire.ts"

const pair = (modulusLength = 2048) =>
  generateKeyPairSync("rsa", {
    modulusLength,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" }
  })

const keys = pair()

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const claims = Effect.map(Clock.currentTimeMillis, (millis) => {
  const now = Math.floor(millis / 1000)
  return { iss: "tests", aud: "emulated", sub: "Partner:42", iat: now, exp: now + 60 }
})

const signed = (more: Record<string, unknown> = {}, privateKey = keys.privateKey) =>
  Effect.map(claims, (claims) => {
    const unsigned = `${part({ alg: "RS256", typ: "JWT" })}.${part({ ...claims, ...more })}`
    return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(privateKey, "base64url")}`
  })

const users = "/api/v1r1/enterprise/users"

const options = { partnerKey: keys.publicKey, siteId: 42, issuer: "tests", audience: "emulated" }

const ask = (token: string, path = users) => send("GET", path, { headers: asUser(token) })

layer(Emulator.layerServer({ port: 0, ...options }))("a partner key", (it) => {
  it.effect("works for one of several audiences, and without iat", () =>
    Effect.gen(function* () {
      const token = yield* signed({ aud: ["other", "emulated"], iat: undefined })
      assert.strictEqual((yield* ask(token)).status, 200)
      assert.strictEqual(at((yield* ask(token, "/api/v1/token/info")).json, "issuer"), "tests")
    })
  )

  it.effect("gets entries with tokens, with which programs act as users and which exports do not show", () =>
    Effect.gen(function* () {
      const { json } = yield* ask(yield* signed(), `${users}?filter=username%3Dada`)
      const token = textAt(json, "entries", 0, "token")
      const room = "/api/v1/personal_room/invite"
      const body = { email: "guest@example.org", name: "Guest" }
      const invited = yield* send("POST", room, { headers: asUser(token), body })
      assert.deepStrictEqual([invited.status, invited.json], [200, {}])
      const { control } = yield* Emulator
      const { journal } = yield* control
      const archive = JSON.stringify(yield* journal.har({ query: {} }))
      assert.include(archive, room)
      assert.notInclude(archive, token)
    })
  )

  it.effect("shows whole seconds for fractional claims", () =>
    Effect.gen(function* () {
      const { exp, iat } = yield* claims
      const { json } = yield* ask(yield* signed({ exp: exp + 0.75, iat: iat + 0.25 }), "/api/v1/token/info")
      assert.deepInclude(json, { created_at: iat, expires_at: exp })
    })
  )

  it.effect("is malformed with a time that is not a date", () =>
    Effect.gen(function* () {
      for (const more of [{ exp: 1e300 }, { iat: -1e300 }, { nbf: -1e300 }])
        for (const path of ["/api/v1/token/info", users]) {
          const { json } = yield* ask(yield* signed(more), path)
          assert.strictEqual(at(json, "code"), 1002)
          assert.include(textAt(json, "message"), "malformed")
        }
    })
  )

  it.effect("does not work with another key, site, issuer or audience, too early, changed or without exp", () =>
    Effect.gen(function* () {
      const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
      const good = yield* signed()
      const [head = "", , signature = ""] = good.split(".")
      const tokens = [
        yield* signed({}, pair().privateKey),
        yield* signed({ sub: "Partner:8888" }),
        yield* signed({ sub: "User:101" }),
        yield* signed({ iss: "others" }),
        yield* signed({ aud: "others" }),
        yield* signed({ nbf: now + 60 }),
        yield* signed({ exp: undefined }),
        [head, part({ ...(yield* claims), exp: now + 9999 }), signature].join("."),
        [part({ alg: "none", typ: "JWT" }), part(yield* claims), ""].join(".")
      ]
      for (const token of tokens) {
        const { json, status } = yield* ask(token)
        assert.deepStrictEqual([status, at(json, "code"), at(json, "name")], [400, 1002, "generic"])
      }
    })
  )
})

describe("the emulator", () => {
  it.live("accepts only the partner key of its own site", () =>
    Effect.gen(function* () {
      const other = pair()
      const ofOther = yield* Emulator.make({ ...options, partnerKey: other.publicKey })
      const own = yield* Emulator
      for (const privateKey of [keys.privateKey, other.privateKey, keys.privateKey]) {
        const headers = asUser(yield* signed({}, privateKey))
        const statuses = yield* Effect.promise(() =>
          Promise.all(
            [own, ofOther].map(async ({ baseUrl, fetch }) => (await fetch(`${baseUrl.us}${users}`, { headers })).status)
          )
        )
        assert.deepStrictEqual(statuses, privateKey === keys.privateKey ? [200, 400] : [400, 200])
      }
    }).pipe(Effect.provide(Emulator.layer(options)))
  )

  it.live("accepts tokens that the SDK signs", () =>
    Effect.gen(function* () {
      const sdk = Layer.unwrap(
        Effect.map(Emulator, ({ baseUrl, demo }) =>
          Client.layerToken(
            PartnerKey.layer({
              privateKey: Redacted.make(keys.privateKey),
              siteId: 42,
              issuer: "tests",
              audience: "emulated"
            })
          ).pipe(Layer.provide(Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })))
        )
      )
      const list = Effect.flatMap(EnterpriseUsers, (users) => users.list())
      const { total_entries } = yield* list.pipe(Effect.provide(Layer.provideMerge(sdk, Emulator.layer(options))))
      assert.strictEqual(total_entries, 4)
    })
  )

  it.live("explains how to register a key", () =>
    Effect.gen(function* () {
      const { json } = yield* ask(yield* signed())
      assert.strictEqual(at(json, "code"), 1002)
      assert.include(textAt(json, "message"), "--partner-key")
    }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
  )

  it("accepts RSA public keys of 2048 bits or more", () => {
    const { publicKey } = generateKeyPairSync("ec", {
      namedCurve: "P-256",
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" }
    })
    assert.isUndefined(validatePublicKey(keys.publicKey))
    assert.include(validatePublicKey(keys.privateKey), "private key")
    assert.include(validatePublicKey(publicKey), "type ec")
    assert.include(validatePublicKey(pair(1024).publicKey), "1024 bits")
    assert.include(validatePublicKey("hello"), "not a public key")
  })
})
