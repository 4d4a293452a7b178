/** How many letters must be put in, left out or replaced to make one text of another. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((row[j] ?? 0) + (a[i] === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Those of some texts that a text was perhaps meant to be, the nearest first. */
export const nearest = (text: string, known: Iterable<string>): ReadonlyArray<string> => {
  const most = text.length < 4 ? 1 : Math.max(2, text.length / 3)
  return (
    [...new Set(known)]
      // others cannot be near, whatever their letters
      .filter((one) => Math.abs(one.length - text.length) <= most)
      .map((one) => ({ one, off: distance(text.toLowerCase(), one.toLowerCase()) }))
      .filter(({ off }) => off <= most)
      .toSorted((a, b) => a.off - b.off)
      .slice(0, 3)
      .map(({ one }) => one)
  )
}
