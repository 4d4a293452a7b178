import type { EnterpriseUsers } from "@remote-assist/core"

import type { Column } from "../../components/columns.ts"
import type { Pending } from "../../model/UserChanges.ts"
import { glyphs } from "../../theme.ts"
import type { Tone } from "../../theme.ts"

type User = EnterpriseUsers.EnterpriseUser

/** A user with what is under way with them. */
export interface UserRow {
  readonly user: User
  readonly pending: Pending | undefined
}

export const stateText = ({ pending, user }: UserRow): string => {
  if (pending !== undefined) return `${glyphs.busy} ${pending}`
  if (user.active === true) return `${glyphs.active} active`
  return user.active === false ? `${glyphs.inactive} inactive` : `${glyphs.unknown} unknown`
}

export const stateTone = ({ pending, user }: UserRow): Tone =>
  pending !== undefined ? "warning" : user.active === true ? "good" : "quiet"

/** A date of the service up to the minute; it comes in UTC with microseconds. */
export const moment = (date: string | null | undefined): string => (date ?? "").slice(0, 16).replace("T", " ")

export const columns: ReadonlyArray<Column<UserRow>> = [
  { title: "STATE", text: stateText, tone: stateTone, width: 14, grow: 0, rank: 1 },
  { title: "NAME", text: ({ user }) => user.name ?? "", width: 16, grow: 2, rank: 2 },
  { title: "E-MAIL", text: ({ user }) => user.email ?? "", width: 22, grow: 3, rank: 0 },
  { title: "ROLE", text: ({ user }) => user.role_name ?? "", tone: () => "quiet", width: 15, grow: 0, rank: 4 },
  {
    title: "LAST USED",
    text: ({ user }) => moment(user.last_used_at),
    tone: () => "quiet",
    width: 16,
    grow: 0,
    rank: 5
  }
]
