import * as Predicate from "effect/Predicate"

import { tell } from "../internal/call/tell.ts"
import type { Shrink, WalkOptions } from "./CallOptions.ts"
import { callerOf } from "./CallSite.ts"
import * as Checks from "./checks.ts"
import { call, refusalOf } from "./Door.ts"
import type { Door } from "./Door.ts"
import { encodeInput } from "./encodeInput.ts"
import type { Fields } from "./Fields.ts"
import { suggestion } from "./nearest.ts"
import { walk } from "./Walk.ts"

/** One of the values that a method takes, before its options. */
export interface Input {
  /** What it is called in messages. */
  readonly at: string
  readonly fields: () => Fields
  readonly isOptional?: boolean
  /** Where fields go that the contract does not name. */
  readonly extra?: "query" | "body"
}

/** What a method takes and answers. */
export interface Method {
  readonly inputs: ReadonlyArray<Input>
  /** What is secret in the answer; of a walk, in each entry. */
  readonly answer: () => Fields
  readonly isWalk: boolean
  /** Whether it sends a body, or may. */
  readonly hasBody: boolean
  /** The options that it takes. */
  readonly options: Checks.Checks
}

const none: WalkOptions = {}

const position = ["first", "second", "third"] as const

const hintOf =
  (options: Checks.Checks, place: string, extra: Input["extra"]) =>
  (name: string, known: Iterable<string>): string =>
    Object.hasOwn(options, name)
      ? `it is an option of the call, and goes in the ${place} argument.`
      : `${suggestion(name, known)}${extra === undefined ? "" : ` What the contract does not name goes in the ${place} argument, as extra.${extra}.`}`

const isOptions = (value: unknown): value is WalkOptions => Checks.isPlain(value)

/** The options of a call, of which what is wrong is added to the problems. */
const optionsOf = (checks: Checks.Checks, value: unknown, place: string, problems: Array<string>) => {
  if (value === undefined) return none
  if (!isOptions(value)) {
    problems.push(`the ${place} argument ${Checks.misfit(value, "an object of options")}`)
    return none
  }
  for (const { name, reason } of Checks.wrongIn(checks, value))
    problems.push(`the option ${JSON.stringify(name)} ${reason}`)
  return value
}

// oxlint-disable-next-line typescript/no-explicit-any -- yields an effect or a stream, as the table tells
type Member = (...input: ReadonlyArray<unknown>) => any

const makeMethod = (
  door: Door,
  operation: string,
  member: Member,
  { answer, hasBody, inputs, isWalk, options: checks }: Method
) => {
  const place = position[inputs.length] ?? "last"
  const hints = inputs.map(({ extra }) => hintOf(checks, place, extra))
  const method = (...given: ReadonlyArray<unknown>) => {
    const site = callerOf(method)
    let options = none
    let values: ReadonlyArray<unknown> = []
    const refused = refusalOf(operation, () => {
      const problems: Array<string> = []
      options = optionsOf(checks, given[inputs.length], place, problems)
      values = inputs.map(({ at, fields, isOptional }, index) => {
        const value = given[index]
        const hint = hints[index]
        if (hint === undefined || (value === undefined && isOptional === true)) return undefined
        return encodeInput(fields(), value, { at, hint, problems })
      })
      if (!hasBody && options.extra?.body !== undefined) problems.push("the request has no body for extra.body.")
      if (given.length > inputs.length + 1) problems.push(`it takes ${inputs.length + 1} arguments at the most.`)
      return problems
    })
    const made = { options: refused === undefined ? options : none, site, refused }
    return isWalk
      ? walk(door, () => member(...values, walkOf(options)), made, answer)
      : call(door, () => member(...values), made, answer)
  }
  return method
}

const walkOf = ({ collectFirst, from, onShrink, prefetch }: WalkOptions) => ({
  collectFirst,
  from,
  prefetch,
  onShrink: onShrink && ((shrink: Shrink) => tell("onShrink", () => onShrink(shrink)))
})

/** Makes the methods of a service as promises and walks. */
// oxlint-disable-next-line typescript/no-explicit-any -- members are wrapped one by one, as the table tells
export const methodsOf = (door: Door, id: string, service: any, table: Readonly<Record<string, Method>>): any => {
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  const methods: any = {}
  for (const [name, method] of Object.entries(table)) {
    const member = service[name]
    methods[name] = makeMethod(door, `${id}.${name}`, Predicate.isFunction(member) ? member : () => member, method)
  }
  return methods
}
