import type { EnterpriseUsers } from "@remote-assist/core"

import * as FieldColumn from "../FieldColumn.ts"
import { moment } from "../texts.ts"

type User = EnterpriseUsers.EnterpriseUser

export const columns: ReadonlyArray<FieldColumn.FieldColumn<User>> = [
  FieldColumn.make({ name: "name", title: "NAME", value: ({ name }: User) => name, width: 16, grow: 2, rank: 2 }),
  FieldColumn.make({ name: "email", title: "E-MAIL", value: ({ email }: User) => email, width: 21, grow: 3, rank: 0 }),
  FieldColumn.make({
    name: "role_name",
    title: "ROLE",
    value: ({ role_name }: User) => role_name,
    tone: () => "quiet",
    width: 15,
    grow: 0,
    rank: 4
  }),
  FieldColumn.make({
    name: "last_used_at",
    title: "LAST USED",
    value: ({ last_used_at }: User) => last_used_at,
    text: moment,
    tone: () => "quiet",
    width: 16,
    grow: 0,
    rank: 5
  })
]
