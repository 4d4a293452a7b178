// entries move by what was added or removed meanwhile; all ids of a long list would fill the memory
const remembered = 10_000

/** Tells ids that were not seen among the last ones: of 10,000 at the least, and of twice as many at the most. */
export const recent = (): ((id: unknown) => boolean) => {
  let seen = new Set<unknown>()
  let before = seen
  return (id) => {
    if (seen.has(id)) return false
    const isNew = !before.has(id)
    if (seen.size === remembered) {
      before = seen
      seen = new Set()
    }
    seen.add(id)
    return isNew
  }
}
