import * as Effect from "effect/Effect"

import * as FieldColumn from "../../FieldColumn.ts"
import type { Resource } from "../../Resource.ts"
import { yesNo } from "../../texts.ts"
import { emulator } from "../emulator.ts"
import * as Whole from "../whole.ts"
import { actions, inverses } from "./actions.ts"
import { forms } from "./forms.ts"
import * as Reading from "./Reading.ts"
import { offset, pace, time } from "./texts.ts"

type Row = Reading.Reading

/** The clock of the tenant. */
export const clock: Resource<Row> = {
  name: "clock",
  title: "Clock",
  one: "clock",
  letter: "c",
  group: emulator,
  isPublic: true,
  isSingle: true,
  pageSize: Whole.most,
  idOf: () => "clock",
  nameOf: () => "the clock",
  read: (_, page) => Effect.map(Reading.read, (reading) => Whole.page([reading], page)),
  columns: [
    FieldColumn.make({
      name: "now",
      title: "UTC",
      value: ({ now }: Row) => now,
      text: time,
      width: 19,
      grow: 0,
      rank: 0
    }),
    FieldColumn.make({ name: "offset", title: "OFFSET", value: offset, width: 14, grow: 1, rank: 2 }),
    FieldColumn.make({
      name: "scale",
      title: "SPEED",
      value: ({ scale }: Row) => scale,
      text: (scale) => pace({ scale }),
      tone: ({ scale }) => (scale === 1 ? "plain" : "warning"),
      width: 7,
      grow: 0,
      rank: 1
    })
  ],
  facts: [
    ["Time", ({ now }) => `${time(now)} UTC`],
    ["Offset", offset],
    ["Speed", pace]
  ],
  actions,
  inverses,
  forms,
  fields: [
    { name: "now", value: ({ now }) => now, text: ({ now }) => `${time(now)} UTC` },
    { name: "scale", value: ({ scale }) => scale, text: ({ scale }) => String(scale) },
    { name: "machine", value: ({ machine }) => machine, text: ({ machine }) => yesNo(machine) },
    { name: "offset", value: offset, text: offset }
  ],
  summary: ["now", "scale", "machine"],
  namedBy: "name",
  ofId: () => Reading.unread
}
