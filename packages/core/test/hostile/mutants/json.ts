import type { Draws } from "./draws.ts"

const thenable: unknown = JSON.parse('{"then":"x"}')

const odd = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  "",
  "0",
  "\u0000\r\n",
  "\ud800",
  "Token expired",
  1003,
  [],
  [null],
  {},
  thenable,
  { code: 1003, message: "x", name: "x" },
  { token: "x", refresh: "y" }
] as const

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

/** A value like another, with one place of it changed: replaced, left out, doubled, renamed or wrapped. */
export const changed = (value: unknown, draws: Draws): unknown => {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : []
  const key = keys[draws.below(keys.length)]
  if (key === undefined || draws.below(depthOf(value) + 1) === 0) {
    return draws.below(4) === 0 ? { wrapped: value, value: [value] } : draws.pick(odd)
  }
  const entries = Object.entries(value as object)
  const changedEntries = entries.flatMap(([name, inner]): Array<[string, unknown]> => {
    if (name !== key) return [[name, inner]]
    switch (draws.below(6)) {
      case 0:
        return []
      case 1:
        return [[draws.pick(["__proto__", "constructor", "toJSON", "_tag", "", name.toUpperCase()]), inner]]
      default:
        return [[name, changed(inner, draws)]]
    }
  })
  return Array.isArray(value) ? changedEntries.map(([, inner]) => inner) : Object.fromEntries(changedEntries)
}
