import type { EnterpriseUsers } from "@remote-assist/core"

import type { Column } from "../Column.ts"
import { moment } from "../texts.ts"

export const columns: ReadonlyArray<Column<EnterpriseUsers.EnterpriseUser>> = [
  { title: "NAME", text: ({ name }) => name ?? "", width: 16, grow: 2, rank: 2 },
  { title: "E-MAIL", text: ({ email }) => email ?? "", width: 22, grow: 3, rank: 0 },
  { title: "ROLE", text: ({ role_name }) => role_name ?? "", tone: () => "quiet", width: 15, grow: 0, rank: 4 },
  {
    title: "LAST USED",
    text: ({ last_used_at }) => moment(last_used_at),
    tone: () => "quiet",
    width: 16,
    grow: 0,
    rank: 5
  }
]
