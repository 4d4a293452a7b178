import type { Match } from "@remote-assist/core/Contract"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import type { Choose } from "../world/gaps/Gaps.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"

/** What of an endpoint a request's address is for. */
export interface Addressed {
  readonly path: string
  readonly params: Schema.Top | undefined
  readonly query: Schema.Top | undefined
}

interface Expected {
  /** The path parameters that stand for numbers. */
  readonly numbers: ReadonlyArray<string>
  /** The parameters of the query, where the operation is a list. */
  readonly listed: ReadonlyArray<string> | undefined
}

const fieldsOf = (schema: Schema.Top | undefined) => {
  const ast = schema === undefined ? undefined : Schema.toType(schema).ast
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}

const expect = ({ params, query }: Addressed): Expected => {
  const numbers = fieldsOf(params).flatMap(({ name, type }) => (SchemaAST.isNumber(type) ? [String(name)] : []))
  const names = fieldsOf(query).map(({ name }) => String(name))
  return { numbers, listed: names.includes("page") ? names : undefined }
}

const expectations = new WeakMap<Addressed, Expected>()

const expected = (endpoint: Addressed): Expected => {
  const known = expectations.get(endpoint)
  if (known !== undefined) return known
  const made = expect(endpoint)
  expectations.set(endpoint, made)
  return made
}

const decoded = (name: string) => new URLSearchParams(name).keys().next().value ?? ""

const badInput = (message: string) => Result.fail(refusal("badInput", message))

// a number has one spelling in a path, so that an address names one thing and a thing has one address
const isSpelt = (text: string) => /^(?:0|-?[1-9]\d*)$/.test(text)

/** Refuses ids that are spelt in another way than numbers are, and parameters of a list that it does not know. */
export const checkAddress = (
  choose: Choose,
  endpoint: Addressed,
  { params, url }: Pick<Match, "params"> & { readonly url: string }
): Result.Result<void, Refusal> => {
  const { listed, numbers } = expected(endpoint)
  if (numbers.length > 0) {
    const odd = numbers.find((name) => !isSpelt(params[name] ?? "0"))
    if (odd !== undefined)
      return badInput(
        `The path does not fit: ${odd} is ${JSON.stringify(params[odd])}, which is no whole number. Write one as in ${endpoint.path.replace(`:${odd}`, "101")}.`
      )
  }
  const at = url.indexOf("?")
  if (listed === undefined || at < 0) return Result.void
  const names = url
    .slice(at + 1)
    .split("&")
    .map((parameter) => parameter.split("=", 1)[0] ?? "")
  const unknown = names.find((name) => name !== "" && !listed.includes(name) && !listed.includes(decoded(name)))
  return unknown === undefined || choose("query.unknown-parameters") === "ignored"
    ? Result.void
    : badInput(
        `The query has the parameter ${JSON.stringify(unknown.slice(0, 100))}, which this list does not know. Use some of ${listed.join(", ")}.`
      )
}
