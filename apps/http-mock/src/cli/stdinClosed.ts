import * as Effect from "effect/Effect"

/** Yields when standard input is closed; what comes there before is dropped. */
export const stdinClosed: Effect.Effect<void> = Effect.callback((resume) => {
  const { stdin } = process
  const closed = () => resume(Effect.void)
  // a terminal that is gone is an error of it
  for (const end of ["end", "close", "error"]) stdin.once(end, closed)
  stdin.resume()
  return Effect.sync(() => {
    for (const end of ["end", "close", "error"]) stdin.off(end, closed)
    stdin.pause()
  })
})
