/** How many letters have to be left out, put in or replaced to make one text of another. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The name that was most likely meant, where one is near: at most so many letters away. */
export const nearest = (
  name: string,
  names: ReadonlyArray<string>,
  most: number = Math.max(1, Math.floor(name.length / 3))
): string | undefined => {
  const wanted = name.toLowerCase()
  const [best] = names
    .map((each) => ({ each, far: distance(wanted, each.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
  return best !== undefined && best.far <= most ? best.each : undefined
}
