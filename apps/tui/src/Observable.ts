/** A value that can change, with subscribers. State is read and updated synchronously. */
export interface Observable<A> {
  readonly get: () => A
  readonly update: (change: (now: A) => A) => void
  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

export const make = <A>(initial: A): Observable<A> => {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    update: (change) => {
      const next = change(value)
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    }
  }
}
