interface Shared {
  readonly waiting: Set<() => void>
  readonly listener: () => void
}

// a listener of each call would be one of thousands, and Node warns of more than ten
const shared = new WeakMap<AbortSignal, Shared>()

const listen = (signal: AbortSignal): Shared => {
  const waiting = new Set<() => void>()
  const listener = () => {
    for (const abort of waiting) abort()
  }
  const made = { waiting, listener }
  shared.set(signal, made)
  signal.addEventListener("abort", listener)
  return made
}

/** Calls back when a signal is aborted, by one listener for all that wait for it; yields what leaves it again. */
export const onAbort = (signal: AbortSignal | undefined, abort: () => void): (() => void) => {
  if (signal === undefined) return () => undefined
  const { listener, waiting } = shared.get(signal) ?? listen(signal)
  waiting.add(abort)
  return () => {
    waiting.delete(abort)
    if (waiting.size > 0) return
    signal.removeEventListener("abort", listener)
    shared.delete(signal)
  }
}
