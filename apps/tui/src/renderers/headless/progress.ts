import * as Effect from "effect/Effect"

const erase = "\r\u001B[K"

const counted = (count: number) => count.toLocaleString("en-US")

/** A line about how far one is, on the standard error where that is a terminal. */
export interface Progress {
  readonly show: (done: number, total: number | undefined) => Effect.Effect<void>
  /** Makes room for what is written to the same terminal. */
  readonly hide: Effect.Effect<void>
}

export const make = (what: string): Progress => {
  const { stderr } = process
  if (!stderr.isTTY) return { show: () => Effect.void, hide: Effect.void }
  let isShown = false
  return {
    show: (done, total) =>
      Effect.sync(() => {
        const share =
          total === undefined || total === 0 ? "" : ` of ${counted(total)} (${Math.floor((100 * done) / total)} %)`
        stderr.write(`${erase}${what}: ${counted(done)}${share}`)
        isShown = true
      }),
    hide: Effect.sync(() => {
      if (isShown) stderr.write(erase)
      isShown = false
    })
  }
}
