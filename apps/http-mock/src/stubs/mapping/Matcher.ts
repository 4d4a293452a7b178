import * as Schema from "effect/Schema"

import { supported } from "./supported.ts"

/** What a value has to be: one comparison, with what changes it. */
export interface Matcher {
  readonly equalTo?: string
  readonly caseInsensitive?: boolean
  readonly contains?: string
  readonly doesNotContain?: string
  readonly matches?: string
  readonly doesNotMatch?: string
  readonly absent?: boolean
  readonly equalToJson?: Schema.Json
  readonly ignoreArrayOrder?: boolean
  readonly ignoreExtraElements?: boolean
  readonly matchesJsonPath?: string | PathMatcher
  readonly and?: ReadonlyArray<Matcher>
  readonly or?: ReadonlyArray<Matcher>
  readonly not?: Matcher
}

/** What the value at a JSONPath has to be. */
export interface PathMatcher extends Matcher {
  readonly expression: string
}

/** The comparisons, of which a matcher has one. */
export const comparisons = [
  "equalTo",
  "contains",
  "doesNotContain",
  "matches",
  "doesNotMatch",
  "absent",
  "equalToJson",
  "matchesJsonPath",
  "and",
  "or",
  "not"
] as const satisfies ReadonlyArray<keyof Matcher>

const goesWith: ReadonlyArray<readonly [keyof Matcher, (typeof comparisons)[number]]> = [
  ["caseInsensitive", "equalTo"],
  ["ignoreArrayOrder", "equalToJson"],
  ["ignoreExtraElements", "equalToJson"]
]

const wrong = (matcher: Matcher): string | undefined => {
  const given = comparisons.filter((name) => Object.hasOwn(matcher, name))
  if (given.length !== 1)
    return given.length === 0
      ? `compares nothing; give one of ${comparisons.join(", ")}`
      : `has ${given.join(" and ")}; give one of them, or several matchers in "and"`
  const [alone] = goesWith.find(([option, of]) => Object.hasOwn(matcher, option) && !given.includes(of)) ?? []
  return alone === undefined ? undefined : `has ${alone} without what it changes; leave it out`
}

const nested = Schema.suspend((): Schema.Codec<Matcher> => Matcher)

const fields = {
  equalTo: Schema.optionalKey(Schema.String),
  caseInsensitive: Schema.optionalKey(Schema.Boolean),
  contains: Schema.optionalKey(Schema.String),
  doesNotContain: Schema.optionalKey(Schema.String),
  /** A regular expression of the whole value. */
  matches: Schema.optionalKey(Schema.String),
  doesNotMatch: Schema.optionalKey(Schema.String),
  absent: Schema.optionalKey(Schema.Boolean),
  /** JSON, or a text of it. */
  equalToJson: Schema.optionalKey(Schema.Json),
  ignoreArrayOrder: Schema.optionalKey(Schema.Boolean),
  ignoreExtraElements: Schema.optionalKey(Schema.Boolean),
  matchesJsonPath: Schema.optionalKey(
    Schema.suspend((): Schema.Codec<string | PathMatcher> => Schema.Union([Schema.String, PathMatcher]))
  ),
  and: Schema.optionalKey(Schema.Array(nested)),
  or: Schema.optionalKey(Schema.Array(nested)),
  not: Schema.optionalKey(nested)
}

const PathMatcher: Schema.Codec<PathMatcher> = supported({ expression: Schema.String, ...fields })
  .check(Schema.makeFilter(wrong))
  .annotate({ identifier: "StubPathMatcher" })

export const Matcher: Schema.Codec<Matcher> = supported(fields)
  .check(Schema.makeFilter(wrong))
  .annotate({ identifier: "StubMatcher" })

/** What several values of one name have to be: one of them as a matcher has it, or all of them. */
export interface ValuesMatcher extends Matcher {
  readonly hasExactly?: ReadonlyArray<Matcher>
  readonly includes?: ReadonlyArray<Matcher>
}

const wrongValues = (matcher: ValuesMatcher) => {
  const { hasExactly, includes, ...one } = matcher
  const lists = [hasExactly, includes].filter((list) => list !== undefined)
  if (lists.length === 0) return wrong(one)
  return lists.length === 1 && Object.keys(one).length === 0
    ? undefined
    : "has hasExactly or includes beside another comparison; give one of them"
}

export const ValuesMatcher: Schema.Codec<ValuesMatcher> = supported({
  ...fields,
  hasExactly: Schema.optionalKey(Schema.Array(nested)),
  includes: Schema.optionalKey(Schema.Array(nested))
})
  .check(Schema.makeFilter(wrongValues))
  .annotate({ identifier: "StubValuesMatcher" })
