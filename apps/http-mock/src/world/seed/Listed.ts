import type { WorldFile } from "./WorldFile.ts"

/** An entry of a list of a world file. */
export type Listed<Part extends keyof WorldFile> =
  NonNullable<WorldFile[Part]> extends ReadonlyArray<infer One> ? One : never

/** The ids of entries: their own, and for the others those behind all of them. */
export const idsOf = (entries: ReadonlyArray<{ readonly id?: number }>, last: number): ReadonlyArray<number> => {
  let next = entries.reduce((most, { id = 0 }) => Math.max(most, id), last)
  return entries.map(({ id }) => id ?? ++next)
}

/** The highest id of entries, or the least that one can be. */
export const lastId = (entries: ReadonlyArray<{ readonly id: number }>, least: number) =>
  entries.reduce((last, { id }) => Math.max(last, id), least)
