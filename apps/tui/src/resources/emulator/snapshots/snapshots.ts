import * as Effect from "effect/Effect"

import * as FieldColumn from "../../FieldColumn.ts"
import type { Resource } from "../../Resource.ts"
import { moments } from "../../texts.ts"
import { emulator } from "../emulator.ts"
import * as Whole from "../whole.ts"
import { actions, inverses } from "./actions.ts"
import { forms } from "./forms.ts"
import { inquiries } from "./inquiries.ts"
import * as Snapshots from "./Snapshot.ts"
import type { Snapshot } from "./Snapshot.ts"

const takenAt = ({ taken_at }: Snapshot) => moments(taken_at) || "when the tenant began"

/** The states of the tenant that one can go back to. */
export const snapshots: Resource<Snapshot> = {
  name: "snapshots",
  title: "Snapshots",
  one: "snapshot",
  letter: "s",
  group: emulator,
  isPublic: true,
  pageSize: Whole.most,
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  read: (_, page) => Effect.map(Snapshots.list, (all) => Whole.page([Snapshots.initial, ...all], page)),
  columns: [
    FieldColumn.make({ name: "name", title: "NAME", value: ({ name }: Snapshot) => name, width: 12, grow: 2, rank: 0 }),
    FieldColumn.make({
      name: "taken_at",
      title: "TAKEN AT",
      value: ({ taken_at }: Snapshot) => taken_at,
      text: (at) => moments(at) || "at the beginning",
      tone: () => "quiet",
      width: 20,
      grow: 0,
      rank: 1
    })
  ],
  facts: [
    ["Name", ({ name }) => name],
    ["Taken at", takenAt]
  ],
  actions,
  inverses,
  forms,
  inquiries,
  fields: [
    { name: "name", value: ({ name }) => name, text: ({ name }) => name },
    { name: "taken_at", value: ({ taken_at }) => taken_at ?? null, text: takenAt }
  ],
  summary: ["name", "taken_at"],
  namedBy: "name",
  example: "initial",
  ofId: Snapshots.named
}
