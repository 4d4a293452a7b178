import { operations } from "@remote-assist/core/Contract"
import type { Operation } from "@remote-assist/core/Contract"

/** The most letters in which a path may differ from what it is taken for. */
const most = 2

/** How many letters are to be changed, put in or left out to make one text the other; more than `most` counts as infinite. */
const distance = (one: string, other: string): number => {
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, length) => length)
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to++)
      next.push(Math.min((row[to] ?? 0) + (one[at] === other[to] ? 0 : 1), (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

const versions = new Set(["v1", "v1r1"])

/** The segments of a path behind `/api` and the version, either of which may be missing. */
const segmentsOf = (path: string): ReadonlyArray<string> => {
  const [first = "", ...further] = path
    .replace(/^\/(?:api\/)?/, "")
    .replace(/\/$/, "")
    .split("/")
  return versions.has(first) ? further : [first, ...further]
}

const apart = (given: ReadonlyArray<string>, { path }: Operation): number => {
  const wanted = segmentsOf(path)
  if (wanted.length !== given.length) return Number.POSITIVE_INFINITY
  return wanted.reduce(
    (sum, segment, at) => sum + (segment.startsWith(":") ? 0 : distance(given[at] ?? "", segment)),
    0
  )
}

// a place that is named by an id alone is like any text, so that at least one segment has to be spelt out
const isNamed = (segments: ReadonlyArray<string>) => segments.some((segment) => segment.length > most)

/** The operation whose path is most like a given one, of the same version and method where there are several; or nothing. */
export const nearestOperation = (method: string, path: string): Operation | undefined => {
  const given = segmentsOf(path)
  if (!isNamed(given)) return undefined
  const likes = operations.map((operation) => ({
    operation,
    cost:
      10 * apart(given, operation) +
      (path.includes(`/${operation.version}/`) ? 0 : 2) +
      (operation.method === method ? 0 : 1)
  }))
  const nearest = likes.reduce((one, other) => (other.cost < one.cost ? other : one))
  return nearest.cost < 10 * (most + 1) ? nearest.operation : undefined
}
