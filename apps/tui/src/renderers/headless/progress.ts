import * as Effect from "effect/Effect"

const erase = "\r\u001B[K"

const counted = (count: number) => count.toLocaleString("en-US")

const width = 24

/** A bar in characters that every terminal has. */
const bar = (share: number) => {
  const full = Math.max(0, Math.min(width, Math.round(width * share)))
  return `[${"#".repeat(full)}${".".repeat(width - full)}]`
}

/** A line about how far one is, on the standard error where that is a terminal that draws. */
export interface Progress {
  readonly show: (done: number, total: number | undefined) => Effect.Effect<void>
  /** Makes room for what is written to the same terminal. */
  readonly hide: Effect.Effect<void>
}

export const make = (what: string, isSaid: boolean): Progress => {
  const { env, stderr } = process
  // what is drawn again and again is said again and again, and piles up where nothing can be erased
  const isDrawn = stderr.isTTY && env["TERM"] !== "dumb" && !isSaid
  if (!isDrawn) return { show: () => Effect.void, hide: Effect.void }
  let isShown = false
  return {
    show: (done, total) =>
      Effect.sync(() => {
        const share =
          total === undefined || total === 0 ? "" : ` of ${counted(total)} (${Math.floor((100 * done) / total)} %)`
        const drawn = total === undefined || total === 0 ? "" : `${bar(done / total)} `
        stderr.write(`${erase}${what}: ${drawn}${counted(done)}${share}`)
        isShown = true
      }),
    hide: Effect.sync(() => {
      if (isShown) stderr.write(erase)
      isShown = false
    })
  }
}
