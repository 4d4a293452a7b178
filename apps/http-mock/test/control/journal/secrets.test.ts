import { assert, describe, it } from "@effect/vitest"

import * as Secrets from "../../../src/control/journal/secrets.ts"

const inBody = (body: string) => Secrets.inBody(body, (name) => `<${name}>`)

describe("a body without its secrets", () => {
  it("hides tokens wherever they stand", () => {
    assert.strictEqual(inBody('"at -a-b.eyJ9.c_d, (e.eyJ.f)"'), '"at <TOKEN>, (<TOKEN>)"')
  })

  it("hides them by the names of their fields", () => {
    for (const field of ["password", "refresh_token", "user_token", "link_url"])
      assert.strictEqual(inBody(`{"${field}": "a-b"}`), `{"${field}": "<${field.toUpperCase()}>"}`)
  })

  it("of letters and hyphens alone is read in one pass, whatever its length", () => {
    const long = "a-".repeat(500_000)
    assert.strictEqual(inBody(long), long)
  })
})
