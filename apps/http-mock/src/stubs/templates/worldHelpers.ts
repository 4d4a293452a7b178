import type { CallsWanted, Lookups, UsersWanted } from "../request/lookups.ts"
import type { Helpers } from "./Template.ts"
import { textOf } from "./values.ts"

const fieldOf = (row: object | undefined, field: unknown): unknown => {
  if (field === undefined || row === undefined) return row
  const name = textOf(field)
  const found = Object.entries(row).find(([key]) => key === name)
  if (found === undefined) throw new Error(`there is no field ${name}; there are ${Object.keys(row).join(", ")}`)
  return found[1]
}

const callsWanted = ({ limit, offset, user }: Readonly<Record<string, unknown>>): CallsWanted => ({
  ...(limit === undefined ? {} : { limit: Number(textOf(limit)) }),
  ...(offset === undefined ? {} : { offset: Number(textOf(offset)) }),
  ...(user === undefined ? {} : { user: textOf(user) })
})

const usersWanted = (named: Readonly<Record<string, unknown>>): UsersWanted => named

/** What there is in the tenant that a stub answers in. */
export const worldHelpers = ({ caller, calls, region, tenant, user, users }: Lookups): Helpers => ({
  users: (_, named) => users(usersWanted(named)),
  user: ([name, field]) => fieldOf(user(textOf(name)), field),
  calls: (_, named) => calls(callsWanted(named)),
  caller: ([field]) => fieldOf(caller(), field),
  tenant: () => tenant,
  region: () => region
})
