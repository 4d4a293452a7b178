import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { choose } from "../../../world/gaps/Gaps.ts"
import { draw } from "../../../world/model/World.ts"
import type { Grant, Step, World } from "../../../world/model/World.ts"
import { refusal } from "../../../world/Refusal.ts"
import type { Refusal } from "../../../world/Refusal.ts"
import { isOver, moment } from "../../../world/timestamp.ts"
import { administrator, enterpriseId } from "../../../world/users/User.ts"
import type { User } from "../../../world/users/User.ts"
import * as Users from "../../../world/users/Users.ts"
import { userOf } from "../../access/authenticate.ts"
import { issuePair, issueToken } from "./issue.ts"
import type { Bearer, TokenPair } from "./issue.ts"

interface LogIn {
  readonly email: string
  readonly password: string
}

const bearerOf = ({ deactivations, entry }: User): Bearer => ({
  subject: `User:${entry.id}`,
  permissions: entry.permissions,
  ...(deactivations === undefined ? {} : { deactivations })
})

const guest = (world: World, subject: string): Bearer => ({
  subject,
  permissions: choose(world.settings.choices, "auth.guest-permissions")
})

const wrongCredentials = refusal(
  "credentials",
  "The e-mail address, user name or password is wrong. Check them and the region."
)

const checkCredentials = (world: World, { email, password }: LogIn): Result.Result<User, Refusal> => {
  const known = Option.orElse(Users.byEmail(world.users, email), () => Users.byUsername(world.users, email))
  if (Option.isNone(known))
    return Result.fail(
      HashMap.has(world.accounts, email.toLowerCase())
        ? refusal("unconfirmed", "The account is not confirmed. Open the link in the confirmation e-mail first.")
        : wrongCredentials
    )
  if (password !== (known.value.password ?? choose(world.settings.choices, "auth.password")))
    return Result.fail(wrongCredentials)
  return known.value.entry.active
    ? Result.succeed(known.value)
    : Result.fail(refusal("inactive", "The user is deactivated. An administrator can reactivate them."))
}

const used = (world: World, user: User, now: number): World => ({
  ...world,
  users: Users.replace(world.users, {
    ...user,
    entry: { ...user.entry, last_used_at: moment(now), is_first_login: false }
  })
})

/** Logs in by e-mail address or user name. */
export const logIn = (world: World, credentials: LogIn, now: number): Step<TokenPair> =>
  Result.map(checkCredentials(world, credentials), (user) => issuePair(used(world, user, now), bearerOf(user), now))

/** Gives a guest a token. */
export const anonymous = (world: World, displayName: string | undefined, now: number): Step<string> => {
  const [next, session] = draw(world)
  return Result.succeed(
    issueToken(
      next,
      {
        ...guest(next, `Session:${uuid(session)}`),
        ...(displayName === undefined ? {} : { name: displayName })
      },
      now
    )
  )
}

const uuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`

/** Gives an administrator the token of the enterprise. */
export const enterprise = (world: World, credentials: LogIn, now: number): Step<string> =>
  Result.flatMap(checkCredentials(world, credentials), ({ entry }) =>
    choose(world.settings.choices, "auth.enterprise-log-in") === "everyone" || entry.role_id === administrator.id
      ? Result.succeed(
          issueToken(world, { subject: `Enterprise:${enterpriseId}`, permissions: administrator.permissions }, now)
        )
      : Result.fail(refusal("permission", "Only an administrator gets the token of the enterprise."))
  )

const unknownRefresh = refusal("token", "The refresh token is unknown, used up or expired. Log in again.")

const bearerOfSubject = (world: World, subject: string): Result.Result<Bearer, Refusal> =>
  Result.map(
    userOf(world, subject),
    Option.match({
      onNone: () => guest(world, subject),
      onSome: bearerOf
    })
  )

const spent = (world: World, refreshToken: string, grant: Grant, now: number): World => {
  const { choices } = world.settings
  const reuse = choose(choices, "refresh.reuse")
  if (reuse === "always") return world
  const until = reuse === "once" ? now : Math.min(grant.until, now + choose(choices, "refresh.grace") * 1000)
  return { ...world, refreshTokens: HashMap.set(world.refreshTokens, refreshToken, { ...grant, until }) }
}

/** Renews both tokens; how long the used refresh token goes on working is the gap `refresh.reuse`. */
export const refresh = (world: World, refreshToken: string, now: number): Step<TokenPair> =>
  Result.gen(function* () {
    const grant = yield* Result.fromOption(
      Option.filter(HashMap.get(world.refreshTokens, refreshToken), ({ until }) => now < until),
      () => unknownRefresh
    )
    const bearer = yield* bearerOfSubject(world, grant.subject)
    return issuePair(spent(world, refreshToken, grant, now), bearer, now)
  })

/** Trades the refresh token of an alias for tokens of its log-in user. */
export const exchange = (world: World, aliasRefreshToken: string, now: number): Step<TokenPair> =>
  Result.gen(function* () {
    const id = yield* Result.fromOption(HashMap.get(world.aliases, aliasRefreshToken), () =>
      refusal("token", "The refresh token belongs to no alias of a user.")
    )
    const bearer = yield* bearerOfSubject(world, `User:${id}`)
    const once = choose(world.settings.choices, "auth.exchange-reuse") === "once"
    return issuePair(
      once ? { ...world, aliases: HashMap.remove(world.aliases, aliasRefreshToken) } : world,
      bearer,
      now
    )
  })

/** Gives the guest of a workbox invite URL tokens, or the user that it was sent to where the gap says so. */
export const fromUrl = (world: World, url: string, now: number): Step<TokenPair> =>
  Result.gen(function* () {
    const id = yield* Result.fromOption(HashMap.get(world.inviteUrls, url), () =>
      refusal("credentials", "The link_url is no invite URL of a workbox, or it was withdrawn.")
    )
    if (choose(world.settings.choices, "auth.from-url-subject") === "user")
      return issuePair(world, yield* bearerOfSubject(world, `User:${id}`), now)
    const [next, session] = draw(world)
    return issuePair(next, guest(next, `Session:${uuid(session)}`), now)
  })

/** Trades a personal access token for a user token. */
export const personalAccessToken = (world: World, encoded: string, now: number): Step<string> =>
  Result.gen(function* () {
    const { id, madeAt, userId } = yield* Result.fromOption(
      Option.flatMap(HashMap.get(world.personalAccessTokenIds, encoded), (id) =>
        HashMap.get(world.personalAccessTokens, id)
      ),
      () => refusal("token", "The personal access token is unknown or was deleted.")
    )
    if (isOver(madeAt, choose(world.settings.choices, "pat.life"), now))
      return yield* Result.fail(refusal("token", "The personal access token has expired. Create another."))
    const bearer = yield* bearerOfSubject(world, `User:${userId}`)
    return issueToken(world, { ...bearer, pat: id }, now)
  })
