import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"

import * as ValueShape from "../../src/promise/ValueShape.ts"
import * as Wire from "../../src/Wire.ts"

describe("the fields of a schema", () => {
  it("are secret by what the contract marks, however messages name it", () => {
    const Password = Wire.Secret.annotate({ expected: "a password" })
    const fields = ValueShape.fromSchemas([Schema.Struct({ password: Password, hints: Schema.Array(Password) })])
    assert.deepStrictEqual(fields, {
      fields: new Map<string, ValueShape.ValueShape>([
        ["password", "secret"],
        ["hints", { fields: new Map(), items: "secret" }]
      ]),
      items: "plain"
    })
  })

  it("are not texts if another schema has the same name", () => {
    const Other = Schema.declare((_): _ is number => true, { expected: "Redacted" })
    assert.strictEqual(ValueShape.fromSchemas([Other]), "open")
  })
})
