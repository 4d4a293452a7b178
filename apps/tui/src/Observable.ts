/** A value that can change, with subscribers. State is read and updated synchronously. */
export type Observable<A> = ReturnType<typeof make<A>>

export const make = <A>(initial: A) => {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: (): A => value,
    update: (change: (now: A) => A): void => {
      const next = change(value)
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    /** Calls the listener after each change, until the returned function is called. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return (): void => void listeners.delete(listener)
    }
  }
}
