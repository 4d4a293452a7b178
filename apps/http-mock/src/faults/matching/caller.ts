import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { bearerToken } from "../../wire/bearer.ts"
import * as PartnerKey from "../../world/tokens/PartnerKey.ts"
import { userIdOf } from "../../world/tokens/subject.ts"
import * as UserToken from "../../world/tokens/UserToken.ts"
import * as Users from "../../world/users/Users.ts"
import type { Seen } from "./Matcher.ts"
import type { Caller } from "./Where.ts"

/** The subject of the user token that a request carries, expired or not; nothing where it carries none of this region. */
const subjectOf = ({ request, world: { settings } }: Seen): string | undefined => {
  const token = bearerToken(request)
  if (token === undefined) return undefined
  const claims = UserToken.verify(settings.key, token)
  if (Result.isSuccess(claims)) return claims.success.sub
  const { publicKey } = settings.site
  if (publicKey === undefined || !PartnerKey.isSigned(token)) return undefined
  return Result.getOrUndefined(PartnerKey.claimsOf(publicKey, token))?.sub
}

const kinds: ReadonlyArray<string> = ["User:", "Partner:", "Enterprise:"]

const isAnonymous = (subject: string | undefined) =>
  subject === undefined || !kinds.some((kind) => subject.startsWith(kind))

const same = (one: string | null | undefined, other: string) => one?.toLowerCase() === other

/** Makes what tells whether a request is of a caller. */
export const isOf = (caller: Caller): ((seen: Seen) => boolean) => {
  const wanted = String(caller).toLowerCase()
  return (seen) => {
    const subject = subjectOf(seen)
    if (wanted === "anonymous") return isAnonymous(subject)
    if (subject === undefined) return false
    if (same(subject, wanted)) return true
    const id = userIdOf(subject)
    if (id === undefined) return false
    if (String(id) === wanted) return true
    const user = Option.getOrUndefined(Users.byId(seen.world.users, id))
    return same(user?.entry.username, wanted) || same(user?.entry.email, wanted)
  }
}
