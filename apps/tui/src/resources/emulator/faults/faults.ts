import * as Effect from "effect/Effect"

import { glyphs } from "../../../theme.ts"
import * as FieldColumn from "../../FieldColumn.ts"
import type { Resource } from "../../Resource.ts"
import { moments } from "../../texts.ts"
import { emulator } from "../emulator.ts"
import * as Whole from "../whole.ts"
import { actions, inverses } from "./actions.ts"
import type { FaultEntry } from "./Fault.ts"
import { forms } from "./forms.ts"
import * as Making from "./making.ts"
import { does, hits, latency, operations, when } from "./texts.ts"

type Row = FaultEntry

const isOver = ({ remaining }: Row) => remaining === 0

/** What makes requests of the tenant fail, wait or break. */
export const faults: Resource<Row> = {
  name: "faults",
  title: "Faults",
  one: "fault",
  letter: "f",
  group: emulator,
  isPublic: true,
  pageSize: Whole.most,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  read: (_, page) => Effect.map(Making.list, (all) => Whole.page(all, page)),
  columns: [
    FieldColumn.make({
      name: "id",
      title: "ID",
      value: ({ id }: Row) => id,
      tone: (row) => (isOver(row) ? "quiet" : "warning"),
      width: 8,
      grow: 0,
      rank: 0
    }),
    FieldColumn.make({
      name: "operations",
      title: "OPERATION",
      value: ({ fault }: Row) => operations(fault),
      width: 8,
      grow: 3,
      rank: 3
    }),
    FieldColumn.make({
      name: "does",
      title: "DOES",
      value: ({ fault }: Row) => does(fault),
      width: 14,
      grow: 2,
      rank: 1
    }),
    FieldColumn.make({
      name: "when",
      title: "WHEN",
      value: ({ fault }: Row) => when(fault),
      width: 9,
      grow: 0,
      rank: 4
    }),
    FieldColumn.make({
      name: "hits",
      title: "HITS",
      value: (row: Row) => row.hits,
      text: String,
      align: "right",
      width: 4,
      grow: 0,
      rank: 2
    })
  ],
  facts: [
    ["Id", ({ id }) => id],
    ["State", (row) => (isOver(row) ? `${glyphs.inactive} over` : `${glyphs.active} on`)],
    ["For", ({ fault }) => operations(fault)],
    ["Does", ({ fault }) => does(fault)],
    ["When", ({ fault }) => when(fault)],
    ["Hits", hits],
    ["Met by", ({ matches }) => String(matches)],
    ["Until", ({ until }) => moments(until)]
  ],
  actions,
  inverses,
  forms,
  fields: [
    { name: "id", value: ({ id }) => id, text: ({ id }) => id },
    { name: "operations", value: ({ fault }) => fault.operations, text: ({ fault }) => operations(fault) },
    { name: "does", value: ({ fault }) => fault.does ?? null, text: ({ fault }) => does(fault) },
    { name: "latency", value: ({ fault }) => fault.latency ?? null, text: ({ fault }) => latency(fault) },
    { name: "when", value: ({ fault }) => fault.when ?? null, text: ({ fault }) => when(fault) },
    { name: "region", value: ({ fault }) => fault.region ?? null, text: ({ fault }) => fault.region ?? "" },
    { name: "matches", value: ({ matches }) => matches, text: ({ matches }) => String(matches) },
    { name: "hits", value: ({ hits }) => hits, text: ({ hits }) => String(hits) },
    {
      name: "remaining",
      value: ({ remaining }) => remaining ?? null,
      text: ({ remaining }) => String(remaining ?? "")
    },
    { name: "until", value: ({ until }) => until ?? null, text: ({ until }) => moments(until) }
  ],
  summary: ["id", "operations", "does", "when", "hits", "remaining"],
  namedBy: "id",
  example: "fault-1",
  ofId: (id) => ({ id, fault: { operations: [] }, matches: 0, hits: 0 })
}
