import { serve } from "../../support/command.ts"
import type { Serve } from "./Served.ts"

// the tests and the emulator share an event loop and a heap
const noVitals = { stall: 0, heap: 0, rss: 0 }

/** Starts the emulator in this process. */
export const serveHere: Serve = async (...args) => {
  const { end, printed, us } = serve(["--port", "0", ...args])
  const kill = async () => void (await end())
  return {
    origin: new URL(await us()).origin,
    errors: () => printed.err,
    vitals: async () => noVitals,
    kill,
    [Symbol.asyncDispose]: kill
  }
}
