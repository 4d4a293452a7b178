import { once } from "node:events"
import { request } from "node:http"

import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import type { Sent } from "./wire.ts"

/** Sends a request for a new user up to the middle of its body, which the emulator has begun to read. */
export const startRequest = ({ body, headers = {} }: Sent) =>
  Effect.flatMap(Emulator, ({ baseUrl }) =>
    Effect.promise(async () => {
      const bytes = JSON.stringify(body)
      const sending = request(`${baseUrl.us}/api/v1r1/enterprise/users`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": bytes.length,
          expect: "100-continue",
          ...headers
        }
      })
      sending.on("error", () => {})
      sending.flushHeaders()
      await once(sending, "continue")
      sending.write(bytes.slice(0, 10))
      return {
        /** Sends the rest, and waits for the response. */
        finish: Effect.promise(async () => {
          sending.end(bytes.slice(10))
          const [answer] = await once(sending, "response")
          answer.resume()
        }),
        /** Closes the connection. */
        leave: Effect.sync(() => sending.destroy())
      }
    })
  )
