import * as Effect from "effect/Effect"

import * as Inquiry from "../../../actions/Inquiry.ts"
import { changeText, partOf } from "./changes.ts"
import * as Snapshots from "./Snapshot.ts"
import type { Snapshot } from "./Snapshot.ts"

const diff = Inquiry.ofRow<Snapshot>({
  name: "snapshots.diff",
  label: "diff",
  keys: ["="],
  pending: "comparing",
  consequence: "What differs between a snapshot and the state of now, as changes that were made since.",
  run: ({ name }) =>
    Effect.map(Snapshots.differences(name), ({ eu, us }) => ({
      title: `What changed since ${name}`,
      parts: [partOf("us", us), partOf("eu", eu)],
      data: { from: name, us: us.map(changeText), eu: eu.map(changeText) }
    }))
})

export const inquiries: ReadonlyArray<Inquiry.Inquiry<Snapshot>> = [diff]
