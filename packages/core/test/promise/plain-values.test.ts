import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { assert, describe, it } from "vitest"

import { encodeInput } from "../../src/promise/PlainValues.ts"
import * as Wire from "../../src/Wire.ts"

const encode = (schema: Schema.Constraint, value: unknown) => {
  const problems: Array<string> = []
  const input = encodeInput(SchemaAST.toType(schema.ast), value, { at: "it", hint: () => "", problems })
  assert.deepStrictEqual(problems, [])
  return input
}

describe("the fields of an argument", () => {
  it("are secret if the contract marks them, however messages name them", () => {
    const Password = Wire.Secret.annotate({ expected: "a password" })
    const input: any = encode(Schema.Struct({ password: Password, hints: Schema.Array(Password) }), {
      password: "one",
      hints: ["two"]
    })
    assert.strictEqual(Redacted.value(input.password), "one")
    assert.deepStrictEqual(input.hints.map(Redacted.value), ["two"])
  })

  it("are not secret if another schema has the same name", () => {
    const Other = Schema.declare((_): _ is number => true, { expected: "Redacted" })
    assert.strictEqual(encode(Other, 5), 5)
  })
})
