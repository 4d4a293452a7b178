import * as FieldColumn from "../FieldColumn.ts"
import { moment } from "../texts.ts"
import { lengthText, stateOf, wayOf, withOf } from "./RecentRow.ts"
import type { RecentRow } from "./RecentRow.ts"

const { make } = FieldColumn

export const columns: ReadonlyArray<FieldColumn.FieldColumn<RecentRow>> = [
  make({
    name: "start_time",
    title: "STARTED",
    value: ({ start_time }: RecentRow) => start_time,
    text: moment,
    width: 16,
    grow: 0,
    rank: 1
  }),
  {
    ...make({
      name: "duration",
      title: "LENGTH",
      value: ({ duration }: RecentRow) => duration,
      align: "right",
      width: 7,
      grow: 0,
      rank: 3
    }),
    text: lengthText
  },
  make({ name: "contact_name", title: "WITH", value: (call: RecentRow) => withOf(call), width: 12, grow: 3, rank: 0 }),
  {
    ...make({
      name: "outgoing",
      title: "WAY",
      value: (call: RecentRow) => wayOf(call).word,
      width: 3,
      grow: 0,
      rank: 4
    }),
    text: (call) => wayOf(call).sign,
    words: (call) => wayOf(call).word
  },
  make({
    name: "reason",
    title: "ENDED",
    value: (call: RecentRow) => stateOf(call).text,
    isState: true,
    width: 11,
    grow: 0,
    rank: 2
  })
]
