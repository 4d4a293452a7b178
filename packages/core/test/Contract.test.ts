import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { expectTypeOf } from "vitest"

import { Api } from "../src/Api.ts"
import * as Contract from "../src/Contract.ts"

const payloadOf = ({ endpoint }: Contract.Operation) => endpoint.payload

const sourceOf = (group: string) => readFileSync(new URL(`../src/${group}.ts`, import.meta.url), "utf8")

/** The section that the comment of each endpoint or method names; sections of states (3) stand before it. */
const documentedIn = (group: string) =>
  Object.fromEntries(
    Array.from(
      sourceOf(group).matchAll(/Source: interface (?:§3\.\d, )?(§[^\n]+?)\.\s+\*\/\n\s+(\w+): (?:Endpoint|Effect)\b/g),
      ([, section, method]) => [method, section]
    )
  )

describe("the contract", () => {
  it("has 36 operations", () => {
    assert.strictEqual(Contract.operations.length, 36, "the interface has another number of operations: state it here")
  })

  it.each<readonly [string, (operation: Contract.Operation) => string]>([
    ["id", ({ id }) => id],
    ["route", ({ method, path }) => `${method} ${path}`],
    ["section", ({ section }) => section],
    ["summary", ({ summary }) => summary]
  ])("has no %s twice", (_, of) => {
    assert.strictEqual(new Set(Contract.operations.map(of)).size, Contract.operations.length)
  })

  it("is in the order of the groups, each described in one line", () => {
    const names = Object.keys(Api.groups)
    assert.deepStrictEqual(
      Contract.groups.map(({ name }) => name),
      names
    )
    assert.deepStrictEqual([...new Set(Contract.operations.map(({ group }) => group))], names)
    for (const { description } of Contract.groups) assert.match(description, /^[A-Z][^\n]*\.$/)
  })

  it("has a section for each operation, and a summary in one line", () => {
    for (const { id, section, summary } of Contract.operations) {
      assert.match(section, /^§4\.[1-5], \d+(?:, §8)?$/, id)
      assert.match(summary, /^[A-Z][^\n]*[^.\n]$/, id)
    }
  })

  it.each(Contract.groups.map(({ name }) => name))("has the sections that the comments of %s name", (group) => {
    const operations = Contract.operations.filter((operation) => operation.group === group)
    assert.deepStrictEqual(
      documentedIn(group),
      Object.fromEntries(operations.map(({ name, section }) => [name, section])),
      `the comment of each endpoint in ${group}.ts ends with "Source: interface" and the section of its description`
    )
  })

  it("names the bodies of requests, and has examples that fit", () => {
    for (const operation of Contract.operations) {
      const payload: any = payloadOf(operation)
      assert.strictEqual(operation.takes === undefined, payload === undefined, operation.id)
      if (operation.example !== undefined) Schema.decodeUnknownSync(payload)(operation.example)
    }
    const without = Contract.operations.filter(({ example, takes }) => takes !== undefined && example === undefined)
    assert.deepStrictEqual(
      without.map(({ id }) => id),
      ["Auth.refresh"],
      "give the description of each operation with a body an example that the emulator's world takes"
    )
  })

  it("takes a user token in all but three groups", () => {
    const without = Contract.operations.filter(({ takesUserToken }) => !takesUserToken)
    const groups = new Set<Contract.GroupName>(["Auth", "Tokens", "Registration"])
    assert.deepStrictEqual(
      without,
      Contract.operations.filter(({ group }) => groups.has(group))
    )
  })

  it("finds an operation by its id", () => {
    for (const operation of Contract.operations) assert.strictEqual(Contract.byId(operation.id), operation)
    assert.strictEqual(Contract.byId("Pods.list").summary, "List one page of the pods")
    const text: string = "Pods.none"
    assert.isUndefined(Contract.byId(text))
    assert.isUndefined(Contract.byId("constructor"))
  })

  it("has literal types for the names of operations, groups, bodies and parameters", () => {
    expectTypeOf<"Pods.list">().toExtend<Contract.OperationId>()
    expectTypeOf<"Pods.none">().not.toExtend<Contract.OperationId>()
    expectTypeOf<Contract.GroupName>().toEqualTypeOf<keyof (typeof Api)["groups"]>()
    expectTypeOf<"LogIn">().toExtend<Contract.InputName>()
    expectTypeOf<"PodPage">().not.toExtend<Contract.InputName>()
    expectTypeOf<"PodPage">().toExtend<Contract.AnswerName>()
    expectTypeOf<string>().not.toExtend<Contract.AnswerName>()
    expectTypeOf<"page_size" | "call_id">().toExtend<Contract.ParameterName>()
    expectTypeOf<string>().not.toExtend<Contract.ParameterName>()
    const takes: ReadonlyArray<Contract.InputName | undefined> = Contract.operations.map(({ takes }) => takes)
    const answers: ReadonlyArray<Contract.AnswerName | undefined> = Contract.operations.map(({ answers }) => answers)
    assert.deepStrictEqual([takes.includes("LogIn"), answers.includes("PodPage")], [true, true])
  })
})
