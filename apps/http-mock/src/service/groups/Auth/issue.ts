import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as Struct from "effect/Struct"

import { grant } from "../../../world/model/refreshTokens.ts"
import type { TransitionContext } from "../../../world/model/TransitionContext.ts"
import { draw } from "../../../world/model/World.ts"
import type { World } from "../../../world/model/World.ts"
import * as Subject from "../../../world/tokens/subject.ts"
import * as UserToken from "../../../world/tokens/UserToken.ts"
import type { User } from "../../../world/users/User.ts"

/** Whom a token is for and what it allows. */
export interface Holder {
  readonly subject: string
  readonly permissions: ReadonlyArray<string>
  readonly name?: string
  readonly pat?: PersonalAccessTokenId
  readonly deactivations?: number
  readonly line?: string
  readonly patLine?: string
  readonly deactivatedIn?: string
}

/** Whom the tokens of a user are for. */
export const holderOf = ({ entry, ...user }: User): Holder => ({
  subject: Subject.ofUser(entry.id),
  permissions: entry.permissions,
  ...Struct.pick(user, ["deactivations", "line", "deactivatedIn"])
})

const sign = ({ choose, now, world }: TransitionContext, jti: string, { permissions, subject, ...more }: Holder) => {
  const { audience, issuer, key } = world.settings
  const iat = Math.floor(now / 1000)
  const claims: UserToken.Claims = {
    iat,
    exp: iat + choose("token.life"),
    nbf: iat,
    jti,
    iss: issuer,
    aud: audience,
    sub: subject,
    typ: "access",
    pem: permissions,
    ...more
  }
  return UserToken.sign(key, claims)
}

/** Makes a user token. */
export const issueToken = (context: TransitionContext, holder: Holder): readonly [World, string] => {
  const [next, jti] = draw(context.world)
  return [next, sign(context, jti, holder)]
}

/** The token that a list shows of a user, which leaves the world as it is: the same one at one time. */
export const listedToken = (context: TransitionContext, user: User): string =>
  sign(context, `list-${user.entry.id}`, holderOf(user))

export interface TokenPair {
  readonly refresh: string
  readonly token: string
}

/** Makes a user token and a refresh token. */
export const issuePair = (context: TransitionContext, holder: Holder): readonly [World, TokenPair] => {
  const { choose, now } = context
  const [issued, token] = issueToken(context, holder)
  const [next, refresh] = draw(issued)
  const granted = { subject: holder.subject, until: now + choose("refresh.life") * 1000 }
  return [grant(next, refresh, granted, { now, most: choose("refresh.most") }), { refresh, token }]
}
