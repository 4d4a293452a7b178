import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { tokenFormError } from "../wire/request.ts"
import type { Principal, TransitionContext, World } from "../world/model/World.ts"
import { reject, resultFn, serviceError } from "../world/ServiceError.ts"
import type { Checked } from "../world/ServiceError.ts"
import * as PartnerKey from "../world/tokens/PartnerKey.ts"
import * as UserToken from "../world/tokens/UserToken.ts"
import { administrator } from "../world/users/User.ts"
import type { User } from "../world/users/User.ts"
import * as Users from "../world/users/Users.ts"

/** Finds the user that a subject names, or returns `undefined` if it names no user. */
const findUser = (world: World, subject: string): Option.Option<User> | undefined => {
  const id = UserToken.parseUserId(subject)
  return id === undefined ? undefined : Users.byId(world.users, id)
}

const checkActive = (user: Option.Option<User>): Checked<User> => {
  if (Option.isNone(user)) return reject("token", "The user of this token has been deleted.")
  return user.value.entry.active
    ? Result.succeed(user.value)
    : reject("inactive", "The user of this token is deactivated. An administrator can reactivate them.")
}

/** Returns the active user of a subject, or `Option.none` for subjects of other kinds. */
export const userOf = (world: World, subject: string): Checked<Option.Option<User>> => {
  const user = findUser(world, subject)
  return user === undefined ? Result.succeed(Option.none()) : Result.map(checkActive(user), Option.some)
}

/** Returns the user of a principal, or fails if it is not a user. */
export const callerOf = ({ subject, user }: Principal): Checked<User> =>
  user === undefined
    ? reject("permission", `The token of ${subject} does not belong to a user. Log in as a user.`)
    : Result.succeed(user)

/** How the ids of tokens in lists of users begin. */
export const listedPrefix = "list-"

/** The claims of a valid token, and its user if it has one. */
export interface Authenticated {
  readonly claims: Pick<UserToken.Claims, "iss" | "sub" | "pem" | "iat" | "exp"> &
    Partial<Pick<UserToken.Claims, "jti">>
  readonly user: User | undefined
}

export const principalOf = ({ claims: { jti, pem, sub }, user }: Authenticated): Principal => ({
  subject: sub,
  permissions: pem,
  user,
  hasListedToken: jti?.startsWith(listedPrefix) === true
})

const invalid = (message: string) => reject("token", message)

const checkTime = (now: number, { exp, nbf = 0 }: { readonly exp: number; readonly nbf?: number }, advice: string) => {
  if (now >= exp * 1000) return reject("expired", `The token has expired. ${advice}`)
  return now < nbf * 1000 ? invalid("The token is not valid yet.") : Result.succeed(undefined)
}

const isBeforeDeactivation = (claims: UserToken.Claims, { deactivatedIn, deactivations = 0 }: User) =>
  deactivations > 0 && ((claims.deactivations ?? 0) < deactivations || claims.deactivatedIn !== deactivatedIn)

const hasPersonalAccessToken = (world: World, id: PersonalAccessTokenId, branch: string | undefined) =>
  Option.exists(HashMap.get(world.personalAccessTokens, id), ({ line }) => line === branch)

const authenticateUser: (context: TransitionContext, claims: UserToken.Claims) => Checked<Authenticated> = resultFn(
  function* ({ option, now, world }, claims) {
    const { audience, issuer } = world.settings
    if (claims.iss !== issuer || claims.aud !== audience)
      return yield* invalid("The token has another issuer or audience. Log in to get one.")
    yield* checkTime(now, claims, "Refresh it or log in again.")
    const found = findUser(world, claims.sub)
    if (found !== undefined && Option.exists(found, ({ line }) => line !== claims.line))
      return yield* invalid(
        "The state went back to before the user of this token was created, and another user has its id now. Log in again."
      )
    const user = found && (yield* checkActive(found))
    const isVoid = user !== undefined && isBeforeDeactivation(claims, user)
    if (isVoid && option("token.after-deactivation") === "void")
      return yield* invalid("The user was deactivated after this token was made. Log in again.")
    const isRemoved = claims.pat !== undefined && !hasPersonalAccessToken(world, claims.pat, claims.patLine)
    if (isRemoved && option("pat.made-tokens") === "end")
      return yield* invalid("The personal access token that this token was made from is removed.")
    return { claims, user }
  }
)

const authenticatePartner: (context: TransitionContext, token: string) => Checked<Authenticated> = resultFn(function* (
  { now, world },
  token
) {
  const { audience, issuer, site } = world.settings
  if (site.publicKey === undefined)
    return yield* invalid(`The site ${site.id} has no partner key. Start the emulator with --partner-key <public key>.`)
  const claims = yield* Result.mapError(PartnerKey.claimsOf(site.publicKey, token), (reason) =>
    serviceError(
      "token",
      reason === "not a token"
        ? "The token of a partner key is malformed. It needs iss, aud, sub and exp."
        : `The token is not signed by the partner key of site ${site.id}, or it was changed.`
    )
  )
  const subject = `Partner:${site.id}`
  if (claims.sub !== subject) return yield* invalid(`The token is for ${claims.sub}. Sign one for ${subject}.`)
  if (claims.iss !== issuer) return yield* invalid(`The token has the issuer ${claims.iss}. Sign one with ${issuer}.`)
  if (![claims.aud].flat().includes(audience))
    return yield* invalid(`The token is not for the audience ${audience}. Sign one with it.`)
  yield* checkTime(now, claims, "Sign a new one for each request.")
  const iat = Math.floor(claims.iat ?? claims.nbf ?? now / 1000)
  const { exp, iss, sub } = claims
  return { claims: { iss, sub, pem: administrator.permissions, iat, exp: Math.floor(exp) }, user: undefined }
})

/** Authenticates a token, of an active user or signed with the partner key of the site. */
export const authenticate = (context: TransitionContext, token: string): Checked<Authenticated> => {
  const { key, region } = context.world.settings
  const verified = UserToken.verify(key, token)
  if (Result.isSuccess(verified)) return authenticateUser(context, verified.success)
  const error = tokenFormError(token)
  if (error !== undefined) return invalid(error)
  if (PartnerKey.isSigned(token)) return authenticatePartner(context, token)
  return invalid(
    verified.failure === "not a token"
      ? "The token is malformed. Log in to get one."
      : `The token was not issued by the ${region} region of this tenant, or it was changed. Log in there to get one.`
  )
}

/** Checks a permission of the administration. */
export const permitted = (
  { option }: TransitionContext,
  { permissions, subject }: Pick<Principal, "permissions" | "subject">,
  permission: string
): Checked =>
  permissions.includes(permission) || option("enterprise.permission") === "ignored"
    ? Result.void
    : reject("permission", `The token of ${subject} lacks the permission ${permission}.`)
