import type { Operation } from "@remote-assist/core/Contract"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as SchemaAST from "effect/SchemaAST"

import { answerBytes } from "../../wire/content.ts"
import { answerOf, taken, untouched } from "./Bend.ts"
import type { Bend } from "./Bend.ts"
import type { Worst } from "./Bending.ts"
import { worstOf } from "./worstValue.ts"
import type { Ways } from "./worstValue.ts"

const names = ["absent", "empty", "null", "long", "extreme", "rare"] as const

/** The ways that are named, or all where none is. */
const waysOf = (worst: Worst): Ways => {
  const isNamed = names.some((name) => worst[name] === true)
  const isOn = (name: (typeof names)[number]) => (isNamed ? worst[name] === true : worst[name] !== false)
  return {
    absent: isOn("absent"),
    empty: isOn("empty"),
    null: isOn("null"),
    long: isOn("long"),
    extreme: isOn("extreme"),
    rare: isOn("rare")
  }
}

/** The names of what a request says in its query: an answer that repeats them says which one it is to. */
const repeatedBy = ({ endpoint }: Operation): ReadonlySet<string> => {
  const ast = endpoint.query?.ast
  return new Set(
    ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
  )
}

const isEmpty = (ast: SchemaAST.AST) => SchemaAST.isVoid(SchemaAST.toEncoded(ast))

const parsed = (bytes: Uint8Array): unknown =>
  Result.getOrUndefined(Result.try((): unknown => JSON.parse(Buffer.from(bytes).toString("utf8"))))

/** The status that is answered, and the schema of its body. */
const successOf = ({ successes }: Operation, status: number, { rare }: Ways) => {
  const all = [...successes]
  const found = rare ? all.at(-1) : all.find(([other]) => other === status)
  const schema = found?.[1][0]
  return found === undefined || schema === undefined ? undefined : { status: found[0], ast: schema.ast }
}

/** Makes what answers a success as the contract allows it at its worst; refusals stay, and so do secrets. */
export const compile = (worst: Worst): Bend => {
  const ways = waysOf(worst)
  return (own, { operation }) => {
    const success = operation.successes.has(own.status) ? successOf(operation, own.status, ways) : undefined
    if (success === undefined) return untouched(own)
    const { ast, status } = success
    if (isEmpty(ast))
      return own.status === status && own.body._tag === "Empty" ? untouched(own) : taken(bodiless(own, status))
    const text = JSON.stringify(worstOf(ast, parsed(answerBytes(own)), { ways, stays: repeatedBy(operation) }))
    return taken(
      answerOf(own, { status, bytes: Buffer.from(text), contentType: "application/json", headers: undefined })
    )
  }
}

const bodiless = (own: HttpServerResponse.HttpServerResponse, status: number) =>
  answerOf(own, { status, bytes: undefined, contentType: undefined, headers: undefined })
