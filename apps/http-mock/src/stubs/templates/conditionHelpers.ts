import { numberOf, sameAs } from "./Helper.ts"
import type { Helper } from "./Helper.ts"
import { plainOf } from "./values.ts"

const compared =
  (is: (one: number, other: number) => boolean): Helper =>
  ([one, other]) =>
    is(numberOf(one, "the first value"), numberOf(other, "the second value"))

const isTrue = (value: unknown) => {
  const plain = plainOf(value)
  return Array.isArray(plain) ? plain.length > 0 : Boolean(plain)
}

/** What is true or not. */
export const conditionHelpers: Readonly<Record<string, Helper>> = {
  eq: ([one, other]) => sameAs(one, other),
  neq: ([one, other]) => !sameAs(one, other),
  gt: compared((one, other) => one > other),
  gte: compared((one, other) => one >= other),
  lt: compared((one, other) => one < other),
  lte: compared((one, other) => one <= other),
  and: (args) => args.every(isTrue),
  or: (args) => args.some(isTrue),
  not: ([value]) => !isTrue(value)
}
