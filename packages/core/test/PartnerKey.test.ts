import { createVerify, generateKeyPairSync } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import * as Client from "../src/Client.ts"
import * as HttpEffect from "../src/HttpEffect.ts"
import * as PartnerKey from "../src/PartnerKey.ts"
import { Pods } from "../src/Pods.ts"
import { httpOf, json, region } from "./support/wire.ts"

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })

const pem = (type: "pkcs1" | "pkcs8") => privateKey.export({ type, format: "pem" }).toString()

const settings = (key: string) => ({
  privateKey: Redacted.make(key),
  siteId: 8888,
  issuer: "issuer-1",
  audience: "audience-1"
})

const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }

const client = (key: string) => {
  const { sent, http } = httpOf(() => json(200, page))
  const layer = Client.layerToken(PartnerKey.layer(settings(key))).pipe(
    Layer.provide(region()),
    Layer.provide(HttpEffect.layer),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
  )
  return { sent, layer }
}

describe("PartnerKey", () => {
  it.effect.each(["pkcs1", "pkcs8"] as const)("signs a token for each request with a %s key", (type) => {
    const { sent, layer } = client(pem(type))
    return Effect.gen(function* () {
      const pods = yield* Pods
      yield* TestClock.adjust("1000 seconds")
      yield* pods.list()
      yield* TestClock.adjust("1 second")
      yield* pods.list()
      const [first = "", second = ""] = sent.map(({ headers }) => headers.authorization)
      assert.notStrictEqual(first, second)
      const [header = "", payload = "", signature = ""] = first.split(".")
      const parse = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString())
      assert.deepStrictEqual(parse(header), { alg: "RS256", typ: "JWT" })
      assert.deepStrictEqual(parse(payload), {
        iss: "issuer-1",
        aud: "audience-1",
        sub: "Partner:8888",
        iat: 1000,
        exp: 1060
      })
      const verify = createVerify("RSA-SHA256").update(`${header}.${payload}`)
      assert.isTrue(verify.verify(publicKey, Buffer.from(signature, "base64url")))
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([{ life: -5 }, { life: Number.NaN }, { siteId: 0.5 }, { issuer: "" }])(
    "fails the layer for settings that no token can be made of: %o",
    (wrong) =>
      Effect.gen(function* () {
        const layer = PartnerKey.layer({ ...settings(pem("pkcs8")), ...wrong })
        const error = yield* Effect.flip(Effect.provide(Effect.void, layer))
        assert.match(error.message, new RegExp(`^The setting partnerKey cannot be used: its ${Object.keys(wrong)[0]} `))
      })
  )

  it.effect("fails the layer for an invalid key", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(Effect.void, client("not a key").layer))
      assert.match(error.message, /PEM|key/i)
    })
  )
})
