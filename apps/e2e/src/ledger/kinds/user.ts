import type { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as Effect from "effect/Effect"

import { gone } from "./Kind.ts"
import type { Find } from "./Kind.ts"

const listed = (filter: string) =>
  Effect.flatMap(EnterpriseUsers, (users) => Effect.map(users.list({ filter }), ({ entries }) => entries))

const removable = (user: EnterpriseUser, prefix: string) =>
  user.email?.startsWith(prefix) === true
    ? ({ _tag: "There", remove: Effect.flatMap(EnterpriseUsers, ({ remove }) => remove(user.id)) } as const)
    : ({
        _tag: "Unclear",
        reason: `the user ${user.id} is called ${user.email ?? "nothing"} now, which does not begin with ${prefix}`
      } as const)

/** A user: by the id that the service gave, which outlasts a change of the e-mail address, or by the address. */
export const user: Find<EnterpriseUsers> = ({ id, key }, { prefix }) =>
  Effect.gen(function* () {
    const byKey = key === undefined ? [] : yield* listed(`id=${key}`)
    const [found] = byKey.length > 0 || id === undefined ? byKey : yield* listed(`email=${id}`)
    return found === undefined ? gone : removable(found, prefix)
  })

/** A user whom the run deactivated for a while. */
export const deactivatedUser: Find<EnterpriseUsers> = ({ details }) =>
  Effect.gen(function* () {
    if (typeof details !== "number") return { _tag: "Unclear", reason: "the ledger does not say who it is" }
    const [found] = yield* listed(`id=${details}`)
    return found === undefined || found.active !== false
      ? gone
      : { _tag: "There", remove: Effect.flatMap(EnterpriseUsers, ({ reactivate }) => reactivate(found.id)) }
  })
