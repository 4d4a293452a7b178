import { generateKeyPairSync } from "node:crypto"

import { assert, describe, it } from "vitest"

import { connect, InvalidSettings, partnerKey } from "../../src/promise.ts"
import { rejection, serve } from "./service.ts"

describe("the partner key of a client", () => {
  it("partnerKey: signs a token for each request, and has no session", async () => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" }
    })
    const { baseUrl, seen } = await serve()
    const key = partnerKey({ privateKey, siteId: 7, issuer: "acme", audience: "remote" })
    await using remote = await connect({ name: "us", baseUrl, apiKey: "key-1", partnerKey: key })
    await remote.enterpriseUsers.list()
    assert.match(seen[0]?.headers.authorization ?? "", /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
    assert.notProperty(remote, "session")
    const bad = partnerKey({ privateKey: "canary-4711", siteId: 7, issuer: "acme", audience: "remote" })
    const error = await rejection(connect({ name: "us", baseUrl, apiKey: "key-1", partnerKey: bad }))
    assert.match(error.message, /^The setting partnerKey cannot be used: it cannot sign/)
    assert.notInclude(String(error), "canary-4711")
  })

  it.each<[string, any, RegExp]>([
    ["no number of a site", { siteId: undefined }, /its siteId must be the number of the site\.$/],
    ["an empty issuer", { issuer: "" }, /its issuer must be a text/],
    ["no audience", { audience: undefined }, /its audience must be a text/],
    ["no key", { privateKey: undefined }, /its privateKey must be a secret text in PEM format\.$/],
    ["a life that is over", { life: 0 }, /its life must be a number of seconds above 0\.$/],
    ["a life below that", { life: -5 }, /its life/],
    ["a life that is not a number", { life: Number.NaN }, /its life/],
    ["a field that is not known", { lifetime: 60 }, /no field "lifetime"; known are .*life\.$/]
  ])("partnerKey: is refused with %s", async (_, fields, message) => {
    const key = partnerKey({ privateKey: "canary-4711", siteId: 7, issuer: "acme", audience: "remote", ...fields })
    const error = await rejection(connect({ name: "us", baseUrl: "https://a.test", apiKey: "key-1", partnerKey: key }))
    assert.instanceOf(error, InvalidSettings)
    assert.strictEqual(error.setting, "partnerKey")
    assert.match(error.message, message)
    assert.notInclude(error.message, "canary")
  })
})
