import type { Pods } from "@remote-assist/core"

import type { Column } from "../Column.ts"
import { count } from "../texts.ts"

export const columns: ReadonlyArray<Column<Pods.Pod>> = [
  { title: "NAME", text: ({ name }) => name ?? "", width: 16, grow: 2, rank: 0 },
  { title: "USERS", text: ({ user_count }) => count(user_count), align: "right", width: 7, grow: 0, rank: 1 },
  { title: "ADMINS", text: ({ admin_count }) => count(admin_count), align: "right", width: 6, grow: 0, rank: 3 },
  { title: "DEFAULT", text: (pod) => (pod.default ? "★ default" : ""), width: 9, grow: 0, rank: 2 },
  { title: "DESCRIPTION", text: ({ description }) => description ?? "", width: 20, grow: 3, rank: 4 }
]
