import { assert, describe, it } from "@effect/vitest"

import type { Outgoing } from "../../src/Http.ts"
import { redactPart } from "../../src/internal/redact.ts"
import * as KnownSecrets from "../../src/internal/secrets/KnownSecrets.ts"
import { knower } from "../../src/internal/secrets/masker.ts"

const request: Outgoing = { method: "GET", url: "https://us.example.com", headers: {}, body: undefined }

const hidden = (secret: string, body: unknown) =>
  JSON.stringify(redactPart(body, knower(KnownSecrets.make([secret]), request)))

describe("a body with what a client knows to be secret", () => {
  it("keeps its fields where the secret is a name of services", () => {
    assert.strictEqual(hidden("user", { user: { status: "active" } }), '{"user":{"status":"active"}}')
    assert.strictEqual(hidden("status", { status: "active" }), '{"status":"active"}')
  })

  it("hides what has another secret for a name", () => {
    for (const secret of ["s3cret", "key-1", "a1"]) assert.notInclude(hidden(secret, { [secret]: true }), secret)
  })

  it("hides a value that is such a name", () => {
    assert.notInclude(hidden("active", { status: "active" }), "active")
  })
})
