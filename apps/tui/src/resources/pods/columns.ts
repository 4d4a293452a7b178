import type { Pods } from "@remote-assist/core"

import { glyphs } from "../../theme.ts"
import * as FieldColumn from "../FieldColumn.ts"

type Pod = Pods.Pod

export const columns: ReadonlyArray<FieldColumn.FieldColumn<Pod>> = [
  FieldColumn.make({ name: "name", title: "NAME", value: ({ name }: Pod) => name, width: 16, grow: 2, rank: 0 }),
  FieldColumn.make({
    name: "user_count",
    title: "USERS",
    value: ({ user_count }: Pod) => user_count,
    align: "right",
    width: 7,
    grow: 0,
    rank: 1
  }),
  FieldColumn.make({
    name: "admin_count",
    title: "ADMINS",
    value: ({ admin_count }: Pod) => admin_count,
    align: "right",
    width: 6,
    grow: 0,
    rank: 3
  }),
  FieldColumn.make({
    name: "default",
    title: "DEFAULT",
    value: (pod: Pod) => pod.default,
    text: (isDefault) => (isDefault === true ? `${glyphs.favorite} default` : ""),
    width: 9,
    grow: 0,
    rank: 2
  }),
  FieldColumn.make({
    name: "description",
    title: "DESCRIPTION",
    value: ({ description }: Pod) => description,
    width: 20,
    grow: 3,
    rank: 4
  })
]
