/** Counts how often in a row a page has had the very entries of the page before. */
export const repeats = (): ((ids: ReadonlyArray<unknown>) => number) => {
  let before: ReadonlySet<unknown> = new Set()
  let times = 0
  return (ids) => {
    const now = new Set(ids)
    const isSame = now.size > 0 && now.size === before.size && ids.every((id) => before.has(id))
    times = isSame ? times + 1 : 0
    before = now
    return times
  }
}

/** How many repeats show that a service passes over the number of the page: of one entry, a neighbour may have moved. */
export const tooMany = (ids: ReadonlyArray<unknown>): number => (new Set(ids).size > 1 ? 1 : 3)
