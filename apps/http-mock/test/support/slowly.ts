import { once } from "node:events"
import { request } from "node:http"

import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import type { Sent } from "./wire.ts"

/** Sends the head and the beginning of the body of a new user, and waits before the rest; the emulator has begun to read it. */
export const slowly = ({ body, headers = {} }: Sent) =>
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
        /** Sends the rest, and waits for the answer. */
        finish: Effect.promise(async () => {
          sending.end(bytes.slice(10))
          const [answer] = await once(sending, "response")
          answer.resume()
        }),
        /** Goes away. */
        leave: Effect.sync(() => sending.destroy())
      }
    })
  )
