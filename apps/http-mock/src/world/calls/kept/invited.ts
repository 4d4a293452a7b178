import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import type { CallRow } from "./CallRow.ts"

/** The most whose invitation is noted of a call. */
const mostInvited = 200

/** A call with more who were invited to it. */
export const withInvited = (row: CallRow, users: ReadonlyArray<UserId>, now: number): CallRow => {
  const at = Math.max(now, row.events.at(-1)?.at ?? row.startedAt)
  const noted = users.slice(0, Math.max(0, mostInvited - row.invited.length))
  return {
    ...row,
    invited: [...row.invited, ...noted],
    events: [...row.events, ...noted.map((who) => ({ at, type: "invited" as const, who }))]
  }
}
