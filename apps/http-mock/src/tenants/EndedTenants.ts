import type { Lines } from "./State.ts"

/** The lines of history that tenants were of when they ended, by their names; the one that ended last stands last. */
export type EndedTenants = ReadonlyMap<string, Lines>

/** How many names of ended tenants are known. */
export const mostEnded = 10_000

/** Adds a tenant that ended, and forgets the one that ended before all others when there are too many. */
export const add = (ended: Map<string, Lines>, name: string, lines: Lines): void => {
  ended.delete(name)
  ended.set(name, lines)
  const [oldest] = ended.keys()
  if (ended.size > mostEnded && oldest !== undefined) ended.delete(oldest)
}

/** The ended tenants with more that ended since. */
export const withMore = (ended: EndedTenants, more: Iterable<readonly [name: string, lines: Lines]>): EndedTenants => {
  const all = new Map(ended)
  for (const [name, lines] of more) add(all, name, lines)
  return all
}
