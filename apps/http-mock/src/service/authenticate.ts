import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { tokenFormError } from "../wire/request.ts"
import type { Principal, TransitionContext, World } from "../world/model/World.ts"
import { serviceError, resultFn } from "../world/ServiceError.ts"
import type { ServiceError } from "../world/ServiceError.ts"
import * as PartnerKey from "../world/tokens/PartnerKey.ts"
import * as UserToken from "../world/tokens/UserToken.ts"
import { parseUserId } from "../world/tokens/UserToken.ts"
import { administrator } from "../world/users/User.ts"
import type { User } from "../world/users/User.ts"
import * as Users from "../world/users/Users.ts"

/** The user that a subject names, there or not; nothing for other kinds of subjects. */
const userNamed = (world: World, subject: string): Option.Option<User> | undefined => {
  const id = parseUserId(subject)
  return id === undefined ? undefined : Users.byId(world.users, id)
}

/** Refused when deleted or deactivated. */
const working = (user: Option.Option<User>): Result.Result<User, ServiceError> => {
  if (Option.isNone(user)) return Result.fail(serviceError("token", "The user of this token has been deleted."))
  return user.value.entry.active
    ? Result.succeed(user.value)
    : Result.fail(
        serviceError("inactive", "The user of this token is deactivated. An administrator can reactivate them.")
      )
}

/** The user that a subject names: none for other kinds of subjects; refused when deleted or deactivated. */
export const userOf = (world: World, subject: string): Result.Result<Option.Option<User>, ServiceError> => {
  const named = userNamed(world, subject)
  return named === undefined ? Result.succeed(Option.none()) : Result.map(working(named), Option.some)
}

/** The user whose token it is, where it must be one's. */
export const callerOf = ({ subject, user }: Principal): Result.Result<User, ServiceError> =>
  user === undefined
    ? Result.fail(serviceError("permission", `The token of ${subject} is no user's. Log in as a user.`))
    : Result.succeed(user)

/** What a token that works says of itself, and the user whose it is, where it is a user's. */
export interface Authenticated {
  readonly claims: Pick<UserToken.Claims, "iss" | "sub" | "pem" | "iat" | "exp">
  readonly user: User | undefined
}

/** Whom a token that works belongs to. */
export const principalOf = ({ claims: { pem, sub }, user }: Authenticated): Principal => ({
  subject: sub,
  permissions: pem,
  user
})

const bad = (message: string) => Result.fail(serviceError("token", message))

const within = (now: number, { exp, nbf = 0 }: { readonly exp: number; readonly nbf?: number }, renew: string) => {
  if (now >= exp * 1000) return Result.fail(serviceError("expired", `The token has expired. ${renew}`))
  return now < nbf * 1000 ? bad("The token is not valid yet.") : Result.succeed(undefined)
}

const unsigned = (region: string) =>
  bad(`The token was not issued by the ${region} region, or it was changed. Log in there to get one.`)

const isBeforeDeactivation = (claims: UserToken.Claims, { deactivatedIn, deactivations = 0 }: User) =>
  deactivations > 0 && ((claims.deactivations ?? 0) < deactivations || claims.deactivatedIn !== deactivatedIn)

const hasPersonalAccessToken = (world: World, id: PersonalAccessTokenId, madeIn: string | undefined) =>
  Option.exists(HashMap.get(world.personalAccessTokens, id), ({ line }) => line === madeIn)

const authenticateUser: (
  context: TransitionContext,
  claims: UserToken.Claims
) => Result.Result<Authenticated, ServiceError> = resultFn(function* ({ option, now, world }, claims) {
  const { audience, issuer } = world.settings
  if (claims.iss !== issuer || claims.aud !== audience)
    return yield* bad("The token has another issuer or audience. Log in to get one.")
  yield* within(now, claims, "Refresh it or log in again.")
  const named = userNamed(world, claims.sub)
  if (named !== undefined && Option.exists(named, ({ line }) => line !== claims.line))
    return yield* bad("The creation of this token's user was taken back; another has the id now. Log in again.")
  const user = named && (yield* working(named))
  const before = user !== undefined && isBeforeDeactivation(claims, user)
  if (before && option("token.after-deactivation") === "void")
    return yield* bad("The token is from before a deactivation of its user. Log in to get another.")
  const removed = claims.pat !== undefined && !hasPersonalAccessToken(world, claims.pat, claims.patLine)
  if (removed && option("pat.made-tokens") === "end")
    return yield* bad("The personal access token that this token was made from is removed.")
  return { claims, user }
})

const authenticatePartner: (context: TransitionContext, token: string) => Result.Result<Authenticated, ServiceError> =
  resultFn(function* ({ now, world }, token) {
    const { audience, issuer, site } = world.settings
    if (site.publicKey === undefined)
      return yield* bad(`The site ${site.id} has no partner key. Start the emulator with --partner-key <public key>.`)
    const claims = yield* Result.mapError(PartnerKey.claimsOf(site.publicKey, token), (reason) =>
      serviceError(
        "token",
        reason === "not a token"
          ? "The token of a partner key is malformed. It needs iss, aud, sub and exp."
          : `The token is not signed by the partner key of site ${site.id}, or it was changed.`
      )
    )
    const subject = `Partner:${site.id}`
    if (claims.sub !== subject) return yield* bad(`The token is for ${claims.sub}. Sign one for ${subject}.`)
    if (claims.iss !== issuer) return yield* bad(`The token has the issuer ${claims.iss}. Sign one with ${issuer}.`)
    if (![claims.aud].flat().includes(audience))
      return yield* bad(`The token is not for the audience ${audience}. Sign one with it.`)
    yield* within(now, claims, "Sign a new one for each request.")
    const iat = claims.iat ?? claims.nbf ?? now / 1000
    return {
      claims: {
        iss: claims.iss,
        sub: claims.sub,
        pem: administrator.permissions,
        iat: Math.floor(iat),
        exp: Math.floor(claims.exp)
      },
      user: undefined
    }
  })

/** Whose token works at `now`: one signed here for an active user, or one that the site signed with its partner key. */
export const authenticate = (context: TransitionContext, token: string): Result.Result<Authenticated, ServiceError> => {
  const { key, region } = context.world.settings
  const verified = UserToken.verify(key, token)
  if (Result.isSuccess(verified)) return authenticateUser(context, verified.success)
  const more = tokenFormError(token)
  if (more !== undefined) return bad(more)
  if (PartnerKey.isSigned(token)) return authenticatePartner(context, token)
  return verified.failure === "not a token" ? bad("The token is malformed. Log in to get one.") : unsigned(region)
}

/** Whether a permission of the administration is there. */
export const permitted = (
  { option }: TransitionContext,
  { permissions, subject }: { readonly subject: string; readonly permissions: ReadonlyArray<string> },
  permission: string
): Result.Result<void, ServiceError> =>
  permissions.includes(permission) || option("enterprise.permission") === "ignored"
    ? Result.succeed(undefined)
    : Result.fail(serviceError("permission", `The token of ${subject} lacks the permission ${permission}.`))
