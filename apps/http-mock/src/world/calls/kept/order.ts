/** Where placed calls begin; those of the seed lie below. */
export const placedFrom = 2 ** 31

export const isPlaced = (position: number): boolean => position >= placedFrom

interface Placed {
  readonly position: number
  readonly startedAt: number
}

/** How two calls are listed, the newest first; of two that began at once the one that was placed later. */
export const compare = (one: Placed, other: Placed): number => {
  if (one.startedAt !== other.startedAt) return other.startedAt - one.startedAt
  return isPlaced(one.position) || isPlaced(other.position)
    ? other.position - one.position
    : one.position - other.position
}
