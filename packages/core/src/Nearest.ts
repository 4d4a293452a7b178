/** Returns how many letters must be changed, added, left out or swapped with the next to make one text of another. */
export const distance = (from: string, to: string): number => {
  let beforeLast: ReadonlyArray<number> = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let at = 1; at <= to.length; at++) {
      const same = from[row - 1] === to[at - 1]
      const swapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      next.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[at - 2] ?? 0) + 1 : Infinity
        )
      )
    }
    beforeLast = last
    last = next
  }
  return last[to.length] ?? Infinity
}

const longest = 40

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "")

/** Returns the known name that a misspelt one is probably meant to be, or `undefined` if none is at most `most` letters away; case, `_` and `-` do not count. */
export const nearest = (
  name: string,
  known: ReadonlyArray<string>,
  most: number = Math.max(1, Math.floor(name.length / 3))
): string | undefined => {
  if (name.length > longest) return undefined
  const [best] = known
    .map((known) => ({ known, far: distance(lettersOf(name), lettersOf(known)) }))
    .toSorted((one, other) => one.far - other.far)
  return best !== undefined && best.far <= most ? best.known : undefined
}
