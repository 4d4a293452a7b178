import { once } from "node:events"
import { request } from "node:http"

import * as Effect from "effect/Effect"

import { Emulator } from "../../src/Emulator.ts"
import type { Sent } from "./wire.ts"

/** Sends the head and half of the body of a new user, and waits before the rest. */
export const slowly = ({ body, headers = {} }: Sent) =>
  Effect.flatMap(Emulator, ({ baseUrl }) =>
    Effect.promise(async () => {
      const bytes = JSON.stringify(body)
      const sending = request(`${baseUrl.us}/api/v1r1/enterprise/users`, {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": bytes.length, ...headers }
      })
      sending.on("error", () => {})
      await new Promise((resolve) => sending.write(bytes.slice(0, 10), resolve))
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
