import * as FieldColumn from "../FieldColumn.ts"
import { endingOf, lengthOf, millisOf, minuteOf, noteOf, recordingOf, spanOf } from "./CallRow.ts"
import type { CallRow } from "./CallRow.ts"
import { signOf, wayOf, withOf } from "./parties.ts"

const { make } = FieldColumn

const wayWords = (call: CallRow): string => {
  const way = wayOf(call)
  return way === undefined ? "way not known" : way === "out" ? "outgoing" : "incoming"
}

export const columns: ReadonlyArray<FieldColumn.FieldColumn<CallRow>> = [
  make({
    name: "timeCallStarted",
    title: "STARTED",
    value: ({ timeCallStarted }: CallRow) => millisOf(timeCallStarted),
    text: minuteOf,
    width: 16,
    grow: 0,
    rank: 1
  }),
  {
    ...make({
      name: "callDuration",
      title: "LENGTH",
      value: (call: CallRow) => lengthOf(call),
      text: spanOf,
      align: "right",
      width: 7,
      grow: 0,
      rank: 3
    }),
    text: (call) => (endingOf(call).tone === "warning" ? "…" : spanOf(lengthOf(call)))
  },
  make({ name: "with", title: "WITH", value: withOf, width: 12, grow: 3, rank: 0 }),
  {
    ...make({ name: "way", title: "WAY", value: (call: CallRow) => wayOf(call), width: 3, grow: 0, rank: 4 }),
    text: (call) => signOf(wayOf(call)),
    words: wayWords
  },
  make({
    name: "reasonCallEnded",
    title: "ENDED",
    value: (call: CallRow) => endingOf(call).text,
    isState: true,
    width: 11,
    grow: 0,
    rank: 2
  }),
  {
    ...make({
      name: "recordingStatus",
      title: "REC",
      value: (call: CallRow) => recordingOf(call).word,
      width: 3,
      grow: 0,
      rank: 5
    }),
    text: (call) => recordingOf(call).glyph,
    words: (call) => (recordingOf(call).word === "" ? "" : `recording ${recordingOf(call).word}`)
  },
  make({ name: "note", title: "NOTE", value: noteOf, width: 6, grow: 2, rank: 6 })
]
