import type { Resource } from "../Resource.ts"
import { yesNo } from "../texts.ts"
import { lengthOf, millisOf, recordingOf, secondOf, spanOf } from "./CallRow.ts"
import type { CallRow } from "./CallRow.ts"
import { dialerOf, peopleOf, receiverOf } from "./parties.ts"
import type { Party } from "./parties.ts"

const party =
  (of: (call: CallRow) => Party) =>
  (call: CallRow): string => {
    const { id, name } = of(call)
    return id !== "" && id === call.me ? `${name} (you)` : name
  }

const ratings = ({ participants, ratings }: CallRow): string =>
  (ratings ?? [])
    .map(({ participant_id, rating }) => {
      const rater = participants?.find(({ id }) => String(id) === participant_id)
      return `${rater?.name || `user ${participant_id ?? "?"}`} ${rating ?? "–"}`
    })
    .join(", ")

const recording = (call: CallRow): string => {
  const { glyph, word } = recordingOf(call)
  const why = (call.recordingError ?? "") === "" ? "" : `: ${call.recordingError}`
  return word === "" ? "none" : `${glyph} ${word}${why}`
}

const note = (name: "alt1_id" | "alt2_id" | "alt3_id" | "extra_info") => (call: CallRow) => call[name] || "–"

const owner = (call: CallRow) => (String(call.owner_id) === dialerOf(call).id ? "" : call.owner_name)

export const facts: Resource<CallRow>["facts"] = [
  ["Dialer", party(dialerOf)],
  ["Receiver", party(receiverOf)],
  ["People", peopleOf],
  ["Started", ({ timeCallStarted }) => secondOf(millisOf(timeCallStarted))],
  ["Ended", ({ timeCallEnded }) => secondOf(millisOf(timeCallEnded))],
  ["Length", (call) => spanOf(lengthOf(call))],
  ["Reason", ({ reasonCallEnded }) => reasonCallEnded],
  ["Ratings", ratings],
  ["Tags", ({ tags }) => tags?.join(", ")],
  ["Recording", recording],
  ["Alt 1", note("alt1_id")],
  ["Alt 2", note("alt2_id")],
  ["Alt 3", note("alt3_id")],
  ["Extra", note("extra_info")],
  ["Owner", owner],
  ["Internal", ({ intraEnterpriseCall }) => yesNo(intraEnterpriseCall)],
  ["Attached", ({ has_attachments }) => yesNo(has_attachments)],
  ["Id", ({ session }) => session]
]
