import type { EnterpriseUsers } from "@remote-assist/core"

import { fit, wrap } from "../../components/fit.ts"
import type { Line } from "../../components/Lines.tsx"
import { nameOf } from "../../model/UserChanges.ts"
import { moment, stateText, stateTone } from "./columns.ts"
import type { UserRow } from "./columns.ts"

type User = EnterpriseUsers.EnterpriseUser

const yesNo = (flag: boolean | null | undefined) => (flag == null ? "" : flag ? "yes" : "no")

const time = (date: string | null | undefined) => (moment(date) === "" ? "" : `${moment(date)} UTC`)

const fields: ReadonlyArray<readonly [label: string, value: (user: User) => string | null | undefined]> = [
  ["Name", (user) => user.name],
  ["E-mail", (user) => user.email],
  ["User name", (user) => user.username],
  ["Role", (user) => user.role_name],
  ["Title", (user) => user.title],
  ["Location", (user) => user.location],
  ["License", (user) => user.license],
  ["Available", (user) => yesNo(user.available)],
  ["Status", (user) => user.status_message],
  ["Last used", (user) => time(user.last_used_at)],
  ["Created", (user) => time(user.created_at)],
  ["Confirmed", (user) => time(user.confirmed_at) || yesNo(user.is_confirmed)],
  ["First call", (user) => time(user.first_call_at)],
  ["Id", (user) => String(user.id)],
  ["May", (user) => user.permissions?.join(", ")]
]

const labelWidth = 11

/** Everything known of a user that is set, as lines of exactly a width. */
export const detailLines = (row: UserRow, width: number): ReadonlyArray<Line> => [
  { text: fit(nameOf(row.user), width), tone: "strong" },
  { text: fit(stateText(row), width), tone: stateTone(row) },
  { text: "", tone: "plain" },
  ...fields.flatMap(([label, value]) => {
    const text = value(row.user) ?? ""
    return text === ""
      ? []
      : wrap(text, Math.max(1, width - labelWidth)).map((part, index): Line => ({
          text: fit(`${fit(index === 0 ? label : "", labelWidth)}${part}`, width),
          tone: "plain"
        }))
  })
]
