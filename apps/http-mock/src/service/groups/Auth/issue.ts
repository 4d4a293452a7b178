import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"

import type { TransitionContext } from "../../../world/model/TransitionContext.ts"
import { draw } from "../../../world/model/World.ts"
import type { World } from "../../../world/model/World.ts"
import * as UserToken from "../../../world/tokens/UserToken.ts"

/** Whom a token is for and what it allows. */
export interface Bearer {
  readonly subject: string
  readonly permissions: ReadonlyArray<string>
  readonly name?: string
  readonly pat?: PersonalAccessTokenId
  readonly deactivations?: number
}

/** Makes a user token. */
export const issueToken = (
  { choose, now, world }: TransitionContext,
  { permissions, subject, ...more }: Bearer
): readonly [World, string] => {
  const [next, jti] = draw(world)
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
  return [next, UserToken.sign(key, claims)]
}

export interface TokenPair {
  readonly refresh: string
  readonly token: string
}

/** Makes a user token and a refresh token. */
export const issuePair = (context: TransitionContext, bearer: Bearer): readonly [World, TokenPair] => {
  const { choose, now } = context
  const [issued, token] = issueToken(context, bearer)
  const [next, refresh] = draw(issued)
  const until = now + choose("refresh.life") * 1000
  return [
    { ...next, refreshTokens: HashMap.set(next.refreshTokens, refresh, { subject: bearer.subject, until }) },
    { refresh, token }
  ]
}
