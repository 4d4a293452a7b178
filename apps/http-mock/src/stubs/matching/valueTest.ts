import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

import type { Matcher } from "../mapping/Matcher.ts"
import type { StubProblem } from "../mapping/readMappings.ts"
import { jsonOf } from "../request/StubRequest.ts"
import { jsonEquals } from "./jsonEquals.ts"
import { isThere, jsonPathOf } from "./jsonPath.ts"
import { patternOf } from "./pattern.ts"

/** A value of a request: as text, and as JSON where it is. */
export interface Value {
  readonly text: string
  readonly json: () => Option.Option<Schema.MutableJson>
}

/** Whether a value, which may be absent, is as it has to be. */
export type Test = (value: Value | undefined) => boolean

/** What is wrong with a mapping is added here. */
export type Problems = Array<StubProblem>

export const textValue = (text: string): Value => ({ text, json: () => jsonOf(text) })

const jsonValue = (json: Schema.MutableJson): Value => ({
  text: typeof json === "string" ? json : JSON.stringify(json),
  json: () => Option.some(json)
})

const never: Test = () => false

const ofText =
  (test: (text: string) => boolean): Test =>
  (value) =>
    value !== undefined && test(value.text)

const matching = (pattern: string, place: string, problems: Problems, isMet: boolean): Test =>
  Result.match(patternOf(pattern), {
    onFailure: (reason) => {
      problems.push({ place, reason })
      return never
    },
    onSuccess: (pattern) => ofText((text) => pattern.test(text) === isMet)
  })

const equalling = (
  { equalToJson: given = null, ignoreArrayOrder = false, ignoreExtraElements = false }: Matcher,
  place: string,
  problems: Problems
): Test => {
  const expected: Option.Option<Schema.Json> = typeof given === "string" ? jsonOf(given) : Option.some(given)
  if (Option.isNone(expected)) {
    problems.push({ place, reason: "is a text that is no JSON" })
    return never
  }
  const equals = jsonEquals({ ignoreArrayOrder, ignoreExtraElements })
  return (value) => value !== undefined && Option.exists(value.json(), (json) => equals(expected.value, json))
}

const following = (given: Exclude<Matcher["matchesJsonPath"], undefined>, place: string, problems: Problems): Test => {
  const [text, at] = typeof given === "string" ? [given, place] : [given.expression, `${place}.expression`]
  const path = jsonPathOf(text)
  if (Result.isFailure(path)) {
    problems.push({ place: at, reason: path.failure })
    return never
  }
  const find = (value: Value | undefined) =>
    Option.flatMap(value === undefined ? Option.none() : value.json(), path.success)
  if (typeof given === "string") return (value) => isThere(find(value))
  const { expression: _, ...matcher } = given
  const test = testOf(matcher, place, problems)
  return (value) => {
    const found = Option.filter(find(value), Predicate.isNotNull)
    return test(Option.isNone(found) ? undefined : jsonValue(found.value))
  }
}

/** The test that a matcher stands for; what is wrong with it is added to the problems. */
export const testOf = (matcher: Matcher, place: string, problems: Problems): Test => {
  const { absent, and, caseInsensitive, contains, doesNotContain, doesNotMatch, equalTo, matches, not, or } = matcher
  const all = (list: ReadonlyArray<Matcher>, name: string) =>
    list.map((one, at) => testOf(one, `${place}.${name}[${at}]`, problems))
  if (equalTo !== undefined) {
    const folded = equalTo.toLowerCase()
    return ofText(caseInsensitive === true ? (text) => text.toLowerCase() === folded : (text) => text === equalTo)
  }
  if (contains !== undefined) return ofText((text) => text.includes(contains))
  if (doesNotContain !== undefined) return ofText((text) => !text.includes(doesNotContain))
  if (matches !== undefined) return matching(matches, `${place}.matches`, problems, true)
  if (doesNotMatch !== undefined) return matching(doesNotMatch, `${place}.doesNotMatch`, problems, false)
  if (absent !== undefined) return (value) => (value === undefined) === absent
  if (matcher.equalToJson !== undefined) return equalling(matcher, `${place}.equalToJson`, problems)
  if (matcher.matchesJsonPath !== undefined)
    return following(matcher.matchesJsonPath, `${place}.matchesJsonPath`, problems)
  if (not !== undefined) {
    const test = testOf(not, `${place}.not`, problems)
    return (value) => !test(value)
  }
  const [tests, isEnough] = and === undefined ? [all(or ?? [], "or"), true] : [all(and, "and"), false]
  return isEnough ? (value) => tests.some((test) => test(value)) : (value) => tests.every((test) => test(value))
}

const isCostlyMatcher = (name: string) => /^(?:matches|doesNotMatch|matchesJsonPath|equalToJson)$/.test(name)

/** Whether what a matcher does may take long. */
export const isCostly = (matcher: object): boolean =>
  Object.entries(matcher).some(
    ([name, value]) => isCostlyMatcher(name) || (Predicate.isObjectOrArray(value) && isCostly(value))
  )
