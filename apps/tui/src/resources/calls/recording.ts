import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Link } from "../../actions/Link.ts"
import { endingOf, recordingOf } from "./CallRow.ts"
import type { CallRow } from "./CallRow.ts"
import { read } from "./read.ts"

const whyNone = (call: CallRow): string => {
  const { word } = recordingOf(call)
  if ((call.recordingError ?? "") !== "") return `There is no recording: it failed (${call.recordingError}).`
  if (word !== "") return `There is no recording to open yet: it is ${word}.`
  return endingOf(call).text.includes("running")
    ? "There is no recording yet: the call is running."
    : "This call was not recorded."
}

/** The recording of a call. Its address is signed and may not last: it is asked for anew. */
export const recording: Link<CallRow> = {
  name: "calls.recording",
  keys: ["o"],
  label: "recording",
  find: ({ session }) =>
    Effect.map(read(session), (call) =>
      call.recordingUrl ? Result.succeed(Redacted.make(call.recordingUrl)) : Result.fail(whyNone(call))
    )
}
