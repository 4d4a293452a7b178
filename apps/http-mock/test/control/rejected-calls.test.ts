import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import type { CallScript } from "../../src/world/calls/CallScript.ts"
import { act, answered, detailOf, fresh, place } from "../support/placedCalls.ts"

describe("an action that does not apply", () => {
  it.live("is rejected with the actions that do, and changes nothing", () =>
    fresh(
      Effect.gen(function* () {
        const { calls } = yield* Control
        const refused = (script: CallScript) => detailOf(place(script))
        assert.match(yield* refused({ from: "adda", to: "grace" }), /There is no user "adda"/)
        assert.match(yield* refused({ from: "ada", to: "edsger" }), /edsger is deactivated/)
        assert.match(yield* refused({ from: "ada", to: "ada" }), /ada cannot call themselves/)
        assert.match(yield* refused({ from: "ada", to: { group: "Hydraulic" } }), /The world has Hydraulics/)
        assert.match(
          yield* refused({ from: "ada", to: "grace", startsAt: "2027-01-01T00:00:00Z" }),
          /startsAt .* is in the future/
        )
        assert.match(
          yield* refused({ from: "ada", to: "grace", steps: [{ do: "answer" }] }),
          /^body\.steps\[0\]: answer: The call is placed, so it cannot answer\. Possible actions: ring, tag, end\./
        )
        assert.match(
          yield* refused({ from: "ada", to: "grace", steps: [{ do: "ring" }, { do: "answer" }, { do: "answer" }] }),
          /^body\.steps\[2\]: answer: The call is running/
        )
        assert.match(
          yield* refused({
            from: "ada",
            to: "grace",
            steps: [{ do: "ring" }, { do: "join", who: "linux", at: "1 day" }]
          }),
          /^body\.steps\[1\]: there is no user "linux"/
        )
        assert.deepStrictEqual(yield* calls.list({ query: {} }), [])
        const { id } = yield* place({ from: "ada", to: "grace" })
        assert.match(yield* refused({ from: "ada", to: "linus" }), /ada is already in the call/)
        assert.match(yield* detailOf(act(id, { do: "join", guest: "Rosa" })), /is placed, so it cannot join/)
        assert.match(yield* detailOf(act(id, { do: "end", reason: "declined" })), /cannot end as declined/)
        const other = yield* place({ from: "linus", to: "grace", steps: answered })
        assert.match(yield* detailOf(act(other.id, { do: "join", who: "ada" })), /ada is already in the call/)
        assert.match(yield* detailOf(act(other.id, { do: "join", who: "grace" })), /grace is already in this call/)
        assert.match(yield* detailOf(act("call_none", { do: "end" })), /There is no call call_none/)
      })
    )
  )

  it.live("is rejected with its path when the script is invalid", () =>
    fresh(
      Effect.gen(function* () {
        const { baseUrl } = yield* Emulator
        const sent = (body: unknown) =>
          Effect.promise(async () => {
            const response = await fetch(new URL("/__mock/calls", baseUrl.us), {
              method: "POST",
              body: JSON.stringify(body)
            })
            return [response.status, await response.text()] as const
          })
        const call = { from: "ada", to: "grace" }
        for (const [body, words] of [
          [{ ...call, form: "ada" }, "form"],
          [{ ...call, steps: [{ do: "rign" }] }, "ring, answer, decline"],
          [{ ...call, steps: [{ do: "join" }] }, "who, a user, or guest"],
          [{ ...call, steps: [{ do: "ring", at: "soon" }] }, "such as 12 seconds"],
          [
            {
              ...call,
              steps: [
                { do: "ring", at: "2 seconds" },
                { do: "end", at: "1 second" }
              ]
            },
            "order of time"
          ],
          [{ ...call, steps: Array.from({ length: 101 }, () => ({ do: "ring" })) }, "100"],
          [{ to: "grace" }, "from"]
        ] as const) {
          const [status, text] = yield* sent(body)
          assert.strictEqual(status, 400, text)
          assert.include(text, words)
        }
      })
    )
  )
})
