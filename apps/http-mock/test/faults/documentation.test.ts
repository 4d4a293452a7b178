import { readFileSync } from "node:fs"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SchemaAST from "effect/SchemaAST"

import { Fault, FaultEffect, Override, Where, Worst } from "../../src/faults/Fault.ts"
import { controlled, originOf } from "../support/control.ts"
import { at, recordsAt } from "../support/json.ts"
import { asAda, key, send } from "../support/wire.ts"
import { noFaults } from "./support/fault.ts"

const page = readFileSync(new URL("../../../../docs/emulator/faults.md", import.meta.url), "utf8")

/** The requests of the page in their order. */
const examples = Array.from(
  page.matchAll(/```sh\ncurl -s \S+\/__mock\/faults[ \\\n]+-d '(.+?)'\n```/gs),
  ([, body = ""]) => body
)

/** The words in the first column of a table. */
const listedAfter = (start: string) => {
  const [table = ""] = page.slice(page.indexOf(start)).split("\n\n")
  return Array.from(table.matchAll(/^\| `(\w+)` \|/gm), ([, word = ""]) => word)
}

const namesOf = (ast: SchemaAST.AST) =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

const kindOf = (ast: SchemaAST.AST) => {
  const kind = SchemaAST.isObjects(ast) ? ast.propertySignatures.find(({ name }) => name === "kind")?.type : undefined
  return kind !== undefined && SchemaAST.isLiteral(kind) ? String(kind.literal) : "none"
}

const users = "/api/v1r1/enterprise/users"

layer(controlled())("the documentation of faults", (it) => {
  const posted = Effect.fnUntraced(function* (at: number) {
    yield* noFaults
    const origin = yield* originOf
    const answer = yield* Effect.promise(() =>
      fetch(`${origin}/__mock/faults`, { method: "POST", body: examples[at] ?? "" })
    )
    assert.strictEqual(answer.status, 200, `${examples[at]}: ${yield* Effect.promise(() => answer.text())}`)
  })

  const statuses = (count: number, method: string, path: string, sent: Parameters<typeof send>[2] = {}) =>
    Effect.map(Effect.all(Array.from({ length: count }, () => send(method, path, sent))), (all) =>
      all.map(({ status }) => status)
    )

  it.effect("has working examples", () =>
    Effect.gen(function* () {
      assert.lengthOf(examples, 6)
      const headers = yield* asAda
      yield* posted(0)
      assert.deepStrictEqual(yield* statuses(3, "GET", users, { headers }), [503, 503, 200])
      yield* posted(1)
      const [ada] = recordsAt((yield* send("GET", users, { headers })).json, "entries")
      assert.deepInclude(ada, { id: "101", name: "A longer name", role_name: "Wizard" })
      assert.notProperty(ada, "email")
      yield* posted(2)
      assert.deepStrictEqual(at((yield* send("GET", users, { headers })).json, "entries"), [])
      yield* posted(3)
      const bodies = yield* Effect.all(Array.from({ length: 4 }, () => send("GET", users, { headers })))
      assert.deepStrictEqual(
        bodies.map(({ json }) => {
          const username = at(json, "entries", 0, "username")
          return typeof username === "string" ? username.length : username
        }),
        [undefined, null, 10_000, undefined]
      )
      yield* posted(4)
      assert.deepStrictEqual(yield* statuses(4, "GET", "/api/v1/calls", { headers }), [503, 502, 200, 200])
      yield* posted(5)
      const provision = (email: string, more = {}) =>
        Effect.map(send("POST", users, { headers: { ...headers, ...more }, body: { email } }), ({ json }) =>
          at(json, "message")
        )
      assert.strictEqual(yield* provision("x@example.com"), "This domain is not allowed.")
      assert.isUndefined(yield* provision("x@example.org"))
      assert.isUndefined(yield* provision("y@example.com", { "x-request-id": "1" }))
      assert.notInclude((yield* send("POST", users, { headers: key, body: { email: "z@example.com" } })).text, "domain")
      yield* noFaults
    })
  )

  it("lists all fields of a fault, its kinds, the edits and the ways of the worst", () => {
    assert.deepStrictEqual(listedAfter("| field |"), namesOf(Fault.ast))
    const kinds = SchemaAST.isUnion(FaultEffect.ast) ? FaultEffect.ast.types.map(kindOf) : []
    assert.sameMembers(listedAfter("| `kind` |"), ["kind", ...kinds])
    assert.sameMembers([...listedAfter("| edit |"), "kind", "of"], namesOf(Override.ast))
    assert.deepStrictEqual(["kind", ...listedAfter("| way |")], namesOf(Worst.ast))
    assert.deepStrictEqual(listedAfter("| in `where` |"), namesOf(Where.ast))
  })
})
