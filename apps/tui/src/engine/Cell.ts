/** A value that changes, and whom to tell. Models keep their state in one; components read it with `useCell`. */
export interface Cell<A> {
  readonly get: () => A
  readonly update: (change: (now: A) => A) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const make = <A>(initial: A): Cell<A> => {
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
