import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { grant } from "../../world/model/refreshTokens.ts"
import type { Grant } from "../../world/model/rows.ts"
import type { TransitionContext, World, TransitionResult } from "../../world/model/World.ts"
import { nextRandom, toUuid } from "../../world/prng.ts"
import { reject, resultFn, serviceError } from "../../world/ServiceError.ts"
import type { Checked } from "../../world/ServiceError.ts"
import { isOver, timestamp } from "../../world/timestamp.ts"
import * as UserToken from "../../world/tokens/UserToken.ts"
import { administrator, enterpriseIdOf } from "../../world/users/User.ts"
import type { User } from "../../world/users/User.ts"
import * as Users from "../../world/users/Users.ts"
import { listedPrefix, userOf } from "../authenticate.ts"
import { mapAnswer } from "../operation.ts"
import type { Handlers } from "../operation.ts"

type Holder = Omit<UserToken.Claims, "aud" | "exp" | "iat" | "iss" | "jti" | "nbf" | "typ">

const holderOf = ({ entry, ...user }: User): Holder => ({
  sub: UserToken.userSubject(entry.id),
  pem: entry.permissions,
  ...Struct.pick(user, ["deactivations", "line", "deactivatedIn"])
})

const sign = ({ option, now, world }: TransitionContext, jti: string, holder: Holder) => {
  const { audience: aud, issuer: iss, key } = world.settings
  const iat = Math.floor(now / 1000)
  return UserToken.sign(key, {
    iat,
    exp: iat + option("token.life"),
    nbf: iat,
    jti,
    iss,
    aud,
    typ: "access",
    ...holder
  })
}

const issueToken = (context: TransitionContext, holder: Holder): readonly [World, string] => {
  const [next, jti] = nextRandom(context.world)
  return [next, sign(context, jti, holder)]
}

/** Returns the token of a user in a list. It does not change the world, and is the same at the same time. */
export const listedToken = (context: TransitionContext, user: User): string =>
  sign(context, `${listedPrefix}${user.entry.id}`, holderOf(user))

interface TokenPair {
  readonly refresh: string
  readonly token: string
}

const issuePair = (context: TransitionContext, holder: Holder): readonly [World, TokenPair] => {
  const { option, now } = context
  const [issued, token] = issueToken(context, holder)
  const [next, refresh] = nextRandom(issued)
  const refreshGrant = { subject: holder.sub, until: now + option("refresh.life") * 1000 }
  return [grant(next, refresh, refreshGrant, { now, max: option("refresh.most") }), { refresh, token }]
}

interface LogIn {
  readonly email: string
  readonly password: string
}

const guest = ({ option }: TransitionContext, sub: string): Holder => ({ sub, pem: option("auth.guest-permissions") })

const wrongCredentials = serviceError("credentials", "The e-mail address, user name or password is wrong.")

const checkCredentials = ({ option, world }: TransitionContext, { email, password }: LogIn): Checked<User> => {
  const user = Option.orElse(Users.byEmail(world.users, email), () => Users.byUsername(world.users, email))
  if (Option.isNone(user))
    return Result.fail(
      HashMap.has(world.accounts, email.toLowerCase())
        ? serviceError("unconfirmed", "The account is not confirmed. Open the link in the e-mail in the outbox.")
        : wrongCredentials
    )
  if (password !== (user.value.password ?? option("auth.password"))) return Result.fail(wrongCredentials)
  return user.value.entry.active
    ? Result.succeed(user.value)
    : reject("inactive", "The user is deactivated. An administrator can reactivate them.")
}

const withUse = ({ now, world }: TransitionContext, user: User): World => ({
  ...world,
  users: Users.replace(world.users, {
    ...user,
    entry: { ...user.entry, last_used_at: timestamp(now), is_first_login: false }
  })
})

export const logIn = (context: TransitionContext, credentials: LogIn): TransitionResult<TokenPair> =>
  Result.map(checkCredentials(context, credentials), (user) =>
    issuePair({ ...context, world: withUse(context, user) }, holderOf(user))
  )

export const anonymous = (context: TransitionContext, displayName: string | undefined): TransitionResult<string> => {
  const [world, session] = nextRandom(context.world)
  return Result.succeed(
    issueToken(
      { ...context, world },
      {
        ...guest(context, `Session:${toUuid(session)}`),
        ...(displayName === undefined ? {} : { name: displayName })
      }
    )
  )
}

/** Issues the token of the enterprise to an administrator. */
export const enterprise = (context: TransitionContext, credentials: LogIn): TransitionResult<string> =>
  Result.flatMap(checkCredentials(context, credentials), ({ entry }) =>
    context.option("auth.enterprise-log-in") === "everyone" || entry.role_id === administrator.id
      ? Result.succeed(
          issueToken(context, {
            sub: `Enterprise:${enterpriseIdOf(context.world)}`,
            pem: administrator.permissions
          })
        )
      : reject("permission", "Only an administrator gets the token of the enterprise.")
  )

const unknownRefresh = serviceError("token", "The refresh token is unknown, used up or expired. Log in again.")

const holderOfSubject = (context: TransitionContext, subject: string): Checked<Holder> =>
  Result.map(
    userOf(context.world, subject),
    Option.match({
      onNone: () => guest(context, subject),
      onSome: holderOf
    })
  )

const withSpent = ({ option, now, world }: TransitionContext, refreshToken: string, grant: Grant): World => {
  const reuse = option("refresh.reuse")
  if (reuse === "always") return world
  const until = reuse === "once" ? now : Math.min(grant.until, now + option("refresh.grace") * 1000)
  return { ...world, refreshTokens: HashMap.set(world.refreshTokens, refreshToken, { ...grant, until }) }
}

/** Renews both tokens. The option `refresh.reuse` decides how long the used refresh token stays valid. */
export const refresh: (context: TransitionContext, refreshToken: string) => TransitionResult<TokenPair> = resultFn(
  function* (context, refreshToken) {
    const { now, world } = context
    const grant = yield* Result.fromOption(
      Option.filter(HashMap.get(world.refreshTokens, refreshToken), ({ until }) => now < until),
      () => unknownRefresh
    )
    const holder = yield* holderOfSubject(context, grant.subject)
    return issuePair({ ...context, world: withSpent(context, refreshToken, grant) }, holder)
  }
)

/** Exchanges the refresh token of an alias for tokens of its log-in user. */
export const exchange: (context: TransitionContext, aliasRefreshToken: string) => TransitionResult<TokenPair> =
  resultFn(function* (context, aliasRefreshToken) {
    const { option, world } = context
    const id = yield* Result.fromOption(HashMap.get(world.aliases, aliasRefreshToken), () =>
      serviceError("token", "The refresh token does not belong to an alias of a user.")
    )
    const holder = yield* holderOfSubject(context, UserToken.userSubject(id))
    const once = option("auth.exchange-reuse") === "once"
    const aliases = once ? HashMap.remove(world.aliases, aliasRefreshToken) : world.aliases
    return issuePair({ ...context, world: { ...world, aliases } }, holder)
  })

/** Issues tokens for a workbox invite URL, to a guest or to the invited user. */
export const fromUrl: (context: TransitionContext, url: string) => TransitionResult<TokenPair> = resultFn(
  function* (context, url) {
    const { option, world } = context
    const id = yield* Result.fromOption(HashMap.get(world.inviteUrls, url), () =>
      serviceError("credentials", "The link_url is not an invite URL of a workbox, or it was withdrawn.")
    )
    if (option("auth.from-url-subject") === "user")
      return issuePair(context, yield* holderOfSubject(context, UserToken.userSubject(id)))
    const [next, session] = nextRandom(world)
    return issuePair({ ...context, world: next }, guest(context, `Session:${toUuid(session)}`))
  }
)

export const personalAccessToken: (context: TransitionContext, encoded: string) => TransitionResult<string> = resultFn(
  function* (context, encoded) {
    const { option, now, world } = context
    const { id, line, madeAt, userId } = yield* Result.fromOption(
      Option.flatMap(HashMap.get(world.personalAccessTokenIds, encoded), (id) =>
        HashMap.get(world.personalAccessTokens, id)
      ),
      () => serviceError("token", "The personal access token is unknown or was deleted.")
    )
    if (isOver(madeAt, option("pat.life"), now))
      return yield* reject("token", "The personal access token has expired. Create another.")
    const holder = yield* holderOfSubject(context, UserToken.userSubject(userId))
    return issueToken(context, { ...holder, pat: id, ...(line === undefined ? {} : { patLine: line }) })
  }
)

const hide = (token: string) => Redacted.make(token)

const secret = (token: string) => ({ token: hide(token) })

const pair = ({ refresh, token }: TokenPair) => ({ refresh: hide(refresh), token: hide(token) })

const reveal = ({ email, password }: { readonly email: string; readonly password: Redacted.Redacted }) => ({
  email,
  password: Redacted.value(password)
})

export const handlers: Handlers<"Auth", TransitionContext> = {
  anonymous: (context, { payload }) => mapAnswer(anonymous(context, payload.display_name), secret),
  logIn: (context, { payload }) => mapAnswer(logIn(context, reveal(payload)), pair),
  exchange: (context, { payload }) => mapAnswer(exchange(context, Redacted.value(payload.refresh_token)), pair),
  refresh: (context, { payload }) => mapAnswer(refresh(context, Redacted.value(payload.refresh_token)), pair),
  enterprise: (context, { payload }) => mapAnswer(enterprise(context, reveal(payload)), hide),
  logInV1R1: (context, { payload }) => mapAnswer(logIn(context, reveal(payload)), pair),
  fromUrl: (context, { payload }) => mapAnswer(fromUrl(context, payload.link_url), pair),
  personalAccessToken: (context, { payload }) =>
    mapAnswer(personalAccessToken(context, Redacted.value(payload.token)), secret)
}
