import type { Match, Operation } from "@remote-assist/core/Contract"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import type { Choose } from "../../world/gaps/Gaps.ts"
import { refusal } from "../../world/Refusal.ts"
import type { Refusal } from "../../world/Refusal.ts"
import { fieldsOf } from "../codec/fieldsOf.ts"

/** What of an operation a request's address is for. */
type Addressed = Pick<Operation, "path" | "params" | "query">

interface Expected {
  /** The path parameters that stand for numbers. */
  readonly numbers: ReadonlyArray<string>
  /** The parameters of the query, where the operation is a list. */
  readonly listed: ReadonlyArray<string> | undefined
  /** Those of them that stand for numbers. */
  readonly listedNumbers: ReadonlyArray<string>
}

const numbersOf = (schema: Schema.Top | undefined) =>
  fieldsOf(schema).flatMap(({ name, type }) => (SchemaAST.isNumber(type) ? [String(name)] : []))

const expect = ({ params, query }: Addressed): Expected => {
  const names = fieldsOf(query).map(({ name }) => String(name))
  const listed = names.includes("page") ? names : undefined
  return { numbers: numbersOf(params), listed, listedNumbers: listed === undefined ? [] : numbersOf(query) }
}

const expectations = new WeakMap<Addressed, Expected>()

const expected = (operation: Addressed): Expected => {
  const known = expectations.get(operation)
  if (known !== undefined) return known
  const made = expect(operation)
  expectations.set(operation, made)
  return made
}

const badInput = (message: string) => Result.fail(refusal("badInput", message))

// a number has one spelling, so that an address names one thing and a thing has one address
const isSpelt = (text: string) => /^(?:0|-?[1-9]\d*)$/.test(text)

const notSpelt = (values: Match["params"] | Match["query"], names: ReadonlyArray<string>) =>
  names.find((name) => {
    const value = values[name]
    return typeof value === "string" && !isSpelt(value)
  })

const checkPath = ({ path }: Addressed, params: Match["params"], numbers: ReadonlyArray<string>) => {
  const odd = notSpelt(params, numbers)
  return odd === undefined
    ? Result.void
    : badInput(
        `The path does not fit: ${odd} is ${JSON.stringify(params[odd])}, which is no whole number. Write one as in ${path.replace(`:${odd}`, "101")}.`
      )
}

const shown = (name: string) => JSON.stringify(name.slice(0, 100))

const checkList = (choose: Choose, query: Match["query"], { listed = [], listedNumbers }: Expected) => {
  const unknown = Object.keys(query).find((name) => !listed.includes(name))
  if (unknown !== undefined && choose("query.unknown-parameters") === "refused")
    return badInput(
      unknown === ""
        ? `The query has a parameter without a name. Use some of ${listed.join(", ")}.`
        : `The query has the parameter ${shown(unknown)}, which this list does not know. Use some of ${listed.join(", ")}.`
    )
  const odd = notSpelt(query, listedNumbers)
  return odd === undefined
    ? Result.void
    : badInput(
        `The query does not fit: ${odd} is ${shown(String(query[odd]))}, which is no whole number. Write one as in ${odd}=20.`
      )
}

/** Refuses numbers that are spelt in another way than numbers are, and parameters of a list that it does not know. */
export const checkAddress = (
  choose: Choose,
  operation: Addressed,
  { params, query }: Pick<Match, "params" | "query">
): Result.Result<void, Refusal> => {
  const expectation = expected(operation)
  return Result.andThen(checkPath(operation, params, expectation.numbers), () =>
    expectation.listed === undefined ? Result.void : checkList(choose, query, expectation)
  )
}
