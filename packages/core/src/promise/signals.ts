interface Shared {
  readonly waiting: Set<() => void>
  readonly handleEvent: () => void
}

// a listener of each call would be one of thousands, and Node warns of more than ten
const shared = new WeakMap<AbortSignal, Shared>()

const listen = (signal: AbortSignal): Shared => {
  const waiting = new Set<() => void>()
  const made = { waiting, handleEvent: () => waiting.forEach((abort) => abort()) }
  shared.set(signal, made)
  signal.addEventListener("abort", made)
  return made
}

/** Calls back when a signal is aborted, by one listener for all that wait for it; yields what leaves it again. */
export const onAbort = (signal: AbortSignal | undefined, abort: () => void): (() => void) => {
  if (signal === undefined) return () => undefined
  const listener = shared.get(signal) ?? listen(signal)
  listener.waiting.add(abort)
  return () => {
    if (!listener.waiting.delete(abort) || listener.waiting.size > 0) return
    signal.removeEventListener("abort", listener)
    shared.delete(signal)
  }
}
