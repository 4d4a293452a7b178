import { assert, describe, it } from "vitest"

import { isHar, toScenario } from "../src/har.ts"
import type { HarEntry } from "../src/har.ts"

const entry = (request: Partial<HarEntry["request"]>, status = 200): HarEntry => ({
  _id: 1,
  request: { method: "GET", url: "http://127.0.0.1:4010/t/a/us/api/v1/calls", headers: [], ...request },
  response: { status, headers: [], content: { size: 0, text: "" } }
})

describe("a request as a scenario", () => {
  it("sends the request again with the credentials of the run, and expects its status", () => {
    const headers = [
      { name: "host", value: "127.0.0.1" },
      { name: "x-service-api-key", value: "[redacted]" },
      { name: "authorization", value: "[redacted]" },
      { name: "content-type", value: "application/json" }
    ]
    const url = "http://127.0.0.1:4010/eu/api/v1r1/enterprise/users?page=2"
    const sent = entry({ method: "POST", url, headers, postData: { text: '{"name":"Ann \\"A\\""}' } }, 400)
    assert.strictEqual(
      toScenario(sent, { operation: "EnterpriseUsers.provision", reason: "The e-mail */ is missing." }),
      `import { apiKeyHeader, administratorScenario, Expect, sendRaw, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** POST /v1r1/enterprise/users?page=2 is 400: The e-mail * / is missing. */
export default administratorScenario(function* ({ session }) {
  const headers = { ...(yield* apiKeyHeader), authorization: Redacted.value(yield* session.token), "content-type": "application/json" }
  const answer = yield* step(
    "EnterpriseUsers.provision",
    sendRaw({ method: "POST", path: "/v1r1/enterprise/users?page=2", headers, body: {"name":"Ann \\"A\\""} })
  )
  yield* Expect.equal("its status", answer.status, 400)
})
`
    )
  })

  it("needs no log-in without a user token, and is named by the request without an operation", () => {
    const text = toScenario(entry({}, 401), { operation: null })
    assert.include(text, 'import { Expect, scenario, sendRaw, step } from "@remote-assist/e2e"')
    assert.include(text, "export default scenario(function* () {")
    assert.include(text, '    "GET /v1/calls",')
    assert.include(text, "const headers = {  }")
  })

  it("says that masked values in the address or the body must be replaced", () => {
    const postData = { text: '{"password":"[redacted]"}' }
    const text = toScenario(entry({ method: "POST", postData }), { operation: null })
    assert.include(text, "/** POST /v1/calls is 200. Replace each [redacted] first. */")
  })
})

describe("an HTTP archive", () => {
  it("differs from other JSON", () => {
    assert.isTrue(isHar({ log: { entries: [] } }))
    for (const other of [null, "log", {}, { log: null }, { log: { entries: {} } }]) assert.isFalse(isHar(other))
  })
})
