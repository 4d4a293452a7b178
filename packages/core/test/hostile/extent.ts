/** Whether everything is attacked, as `pnpm harden core` does; else so much that it takes a few seconds. */
export const isWhole = process.env["REMOTE_ASSIST_HARDEN"] === "1"

/** Returns all values, or the given number of them, spread evenly. */
export const sample = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> => {
  if (isWhole || all.length <= count) return all
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as A)
}
