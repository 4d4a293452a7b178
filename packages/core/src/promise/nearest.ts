/** How many letters must be changed, added, left out or swapped with the next to make one text of another. */
const distance = (from: string, to: string) => {
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

const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "")

/** The known name that an unknown one is probably meant to be. */
const nearest = (name: string, known: ReadonlyArray<string>): string | undefined => {
  if (name.length > longest) return undefined
  const most = Math.max(1, Math.floor(name.length / 3))
  const [best] = known
    .map((known) => ({ known, far: distance(plain(name), plain(known)) }))
    .toSorted((one, other) => one.far - other.far)
  return best !== undefined && best.far <= most ? best.known : undefined
}

/** Says what to write instead of an unknown name: the one that is nearest, or all there are. */
export const suggestion = (name: string, known: Iterable<string>): string => {
  const names = [...known]
  const meant = nearest(name, names)
  return meant !== undefined
    ? `did you mean ${JSON.stringify(meant)}?`
    : names.length === 0
      ? "it has no fields."
      : `known are ${names.join(", ")}.`
}
