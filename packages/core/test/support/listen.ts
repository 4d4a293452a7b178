import type { RequestListener } from "node:http"
import { createServer } from "node:http"

import * as Effect from "effect/Effect"

/** Serves on a socket of this machine until the scope closes; yields the origin. */
export const listen = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly origin: string; readonly close: Effect.Effect<void> }>((resume) => {
      const server = createServer(listener).listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = Effect.callback<void>((closed) => {
          server.closeAllConnections()
          server.close(() => closed(Effect.void))
        })
        resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => close
  )
