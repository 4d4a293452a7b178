import { textOf } from "./values.ts"

/** A helper: the values that it is given, and those that have names. */
export type Helper = (args: ReadonlyArray<unknown>, named: Readonly<Record<string, unknown>>) => unknown

/** The most items that a helper makes. */
export const mostItems = 10_000

/** A value as a text; nothing where it is not given. */
export const optional = (value: unknown): string | undefined => (value === undefined ? undefined : textOf(value))

/** A value as a number. */
export const numberOf = (value: unknown, what: string): number => {
  const text = textOf(value).trim()
  const number = text === "" ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) throw new Error(`${what} is ${JSON.stringify(text)}, which is no number`)
  return number
}

/** Whether two values are the same as texts. */
export const sameAs = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)
