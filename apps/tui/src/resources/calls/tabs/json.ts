import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Inquiry from "../../../actions/Inquiry.ts"
import { hidden } from "../../../actions/Report.ts"
import type { CallRow } from "../CallRow.ts"

/** A call as the service has it now, but for the address of its recording. */
export const json = Inquiry.ofRow<CallRow>({
  name: "calls.json",
  label: "read",
  keys: ["4"],
  pending: "reading",
  consequence: "Says what the service has of a call.",
  run: ({ session }) =>
    Effect.map(
      Effect.flatMap(Calls.Calls, (calls) => calls.read(session)),
      (call) => {
        const { recordingUrl } = call
        const shown = { ...call, ...(recordingUrl && { recordingUrl: hidden }) }
        return {
          title: "As the service has it",
          parts: [
            {
              lines: JSON.stringify(shown, undefined, 2)
                .split("\n")
                .map((text) => ({ text, isCode: true }))
            }
          ],
          data: { ...call, ...(recordingUrl && { recordingUrl: Redacted.make(recordingUrl) }) }
        }
      }
    )
})
