import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { choose } from "./Gaps.ts"
import * as Jwt from "./Jwt.ts"
import { refusal } from "./Refusal.ts"
import type { Refusal } from "./Refusal.ts"
import type { User } from "./users/User.ts"
import * as Users from "./users/Users.ts"
import type { World } from "./World.ts"

const userSubject = /^User:(\d+)$/

/** The user that a subject names: none for other kinds of subjects; refused when deleted or deactivated. */
export const userOf = (world: World, subject: string): Result.Result<Option.Option<User>, Refusal> => {
  const id = userSubject.exec(subject)?.[1]
  if (id === undefined) return Result.succeed(Option.none())
  return Option.match(Users.byId(world.users, Number(id)), {
    onNone: () => Result.fail(refusal("token", "The user of this token has been deleted.")),
    onSome: (user) =>
      user.entry.active
        ? Result.succeed(Option.some(user))
        : Result.fail(
            refusal("inactive", "The user of this token is deactivated. An administrator can reactivate them.")
          )
  })
}

/** The user that a subject names, where it must name one. */
export const callerOf = (world: World, subject: string): Result.Result<User, Refusal> =>
  Result.flatMap(
    userOf(world, subject),
    Option.match({
      onNone: () => Result.fail(refusal("permission", `The token of ${subject} is no user's. Log in as a user.`)),
      onSome: (user) => Result.succeed(user)
    })
  )

/** The claims of a token that works at `now`: signed here, not expired, and its user is active. */
export const authenticate = (world: World, token: string, now: number): Result.Result<Jwt.Claims, Refusal> =>
  Result.gen(function* () {
    const { audience, issuer, key, region } = world.settings
    const claims = yield* Result.mapError(Jwt.verify(key, token), (reason) =>
      refusal(
        "token",
        reason === "not a token"
          ? "The token is malformed. Log in to get one."
          : `The token was not issued by the ${region} region, or it was changed. Log in there to get one.`
      )
    )
    if (claims.iss !== issuer || claims.aud !== audience)
      return yield* Result.fail(refusal("token", "The token has another issuer or audience. Log in to get one."))
    if (now >= claims.exp * 1000)
      return yield* Result.fail(refusal("expired", "The token has expired. Refresh it or log in again."))
    if (now < claims.nbf * 1000) return yield* Result.fail(refusal("token", "The token is not valid yet."))
    yield* userOf(world, claims.sub)
    if (claims.pat !== undefined && !HashMap.has(world.personalAccessTokens, claims.pat))
      return yield* Result.fail(refusal("token", "The personal access token that this token was made from is removed."))
    return claims
  })

/** Whether a permission of the administration is there. */
export const permitted = (
  world: World,
  { permissions, subject }: { readonly subject: string; readonly permissions: ReadonlyArray<string> },
  permission: string
): Result.Result<void, Refusal> =>
  permissions.includes(permission) || choose(world.settings.choices, "enterprise.permission") === "ignored"
    ? Result.succeed(undefined)
    : Result.fail(refusal("permission", `The token of ${subject} lacks the permission ${permission}.`))
