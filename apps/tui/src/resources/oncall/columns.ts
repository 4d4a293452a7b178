import type { OnCallGroups } from "@remote-assist/core"

import * as FieldColumn from "../FieldColumn.ts"

type Group = OnCallGroups.OnCallGroup

export const columns: ReadonlyArray<FieldColumn.FieldColumn<Group>> = [
  FieldColumn.make({ name: "name", title: "NAME", value: ({ name }: Group) => name, width: 16, grow: 2, rank: 0 }),
  FieldColumn.make({
    name: "description",
    title: "DESCRIPTION",
    value: ({ description }: Group) => description,
    tone: () => "quiet",
    width: 20,
    grow: 3,
    rank: 2
  })
]
