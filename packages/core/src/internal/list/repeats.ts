/** Counts how often in a row a page has had the very entries of the page before. */
export const repeats = (): ((ids: ReadonlyArray<unknown>) => number) => {
  let before: ReadonlySet<unknown> = new Set()
  let times = 0
  return (ids) => {
    const isSame = ids.length > 0 && ids.length === before.size && ids.every((id) => before.has(id))
    times = isSame ? times + 1 : 0
    before = new Set(ids)
    return times
  }
}

/** How many repeats show that a service passes over the number of the page: of one entry, a neighbour may have moved. */
export const tooMany = ({ length }: ReadonlyArray<unknown>): number => (length > 1 ? 1 : 3)
