/**
 * Keeps what a function of a text gave for the texts asked for last: between `size` and twice as many. Two generations:
 * when the young one is full, it becomes the old one, and what was old and not asked for again is forgotten.
 */
export const make = <A>(size: number, of: (text: string) => A): ((text: string) => A) => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  return (text) => {
    const known = young.get(text)
    if (known !== undefined) return known
    const value = old.get(text) ?? of(text)
    if (young.size >= size) {
      old = young
      young = new Map()
    }
    young.set(text, value)
    return value
  }
}
