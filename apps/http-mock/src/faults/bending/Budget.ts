import * as Predicate from "effect/Predicate"

/** What the edits of an answer may cost in all. */
export interface Budget {
  /** How many values there are, as far as edits look at all of them. */
  values: number
  looked: number
  added: number
}

const mostLooked = 500_000

const mostAdded = 8 * 1024 * 1024

/** How many values there are in one, itself included; not many more than the most that are asked for. */
export const valuesIn = (value: unknown, most = Number.POSITIVE_INFINITY): number => {
  const open = [value]
  let count = 0
  for (let at = open.pop(); count <= most; at = open.pop()) {
    count += 1
    if (Predicate.isObjectOrArray(at)) for (const inner of Object.values(at)) open.push(inner)
    if (open.length === 0) break
  }
  return count
}

/** Counts values that are looked at; says so where they are too many. */
export const look = (budget: Budget, path: string, count: number): string | undefined => {
  budget.looked += count
  return budget.looked <= mostLooked
    ? undefined
    : `${path} would look at more than ${mostLooked} values with the edits before it. Name fewer, or leave .. and filters out.`
}

/** Counts what is added; says so where it is too much. */
export const add = (budget: Budget, path: string, values: number, bytes: number): string | undefined => {
  budget.values += values
  budget.added += bytes
  return budget.added <= mostAdded
    ? undefined
    : `${path} would add more than ${mostAdded} bytes to the answer with the edits before it. Name fewer places.`
}
