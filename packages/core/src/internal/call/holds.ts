/** Why calls of an operation are held, in milliseconds. */
export interface Hold {
  /** Until when they are held. */
  readonly until: number
  /** Until when the service asks to wait, which may be longer. */
  readonly asked: number
  /** The status that it answered. */
  readonly status: number
}

// operations of the contract are fewer; calls that it lacks have names of their own
const most = 1000

/** The operations whose calls a `Retry-After` holds; the host is that of the client. */
export const make = () => {
  const holds = new Map<string, Hold>()
  return {
    /** The hold of an operation, if it still runs. */
    of: (operation: string, now: number): Hold | undefined => {
      if (holds.size === 0) return undefined
      const hold = holds.get(operation)
      if (hold === undefined || hold.until > now) return hold
      holds.delete(operation)
      return undefined
    },
    /** Holds an operation, longer than before or not at all. */
    add: (operation: string, hold: Hold) => {
      const before = holds.get(operation)
      if (before !== undefined && before.until >= hold.until) return
      holds.delete(operation)
      holds.set(operation, hold)
      const [oldest] = holds.keys()
      if (holds.size > most && oldest !== undefined) holds.delete(oldest)
    }
  }
}
