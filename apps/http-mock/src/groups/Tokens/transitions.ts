import type { TokenInfo, ValidatedTokenInfo } from "@remote-assist/core/Tokens"
import * as Result from "effect/Result"

import { choose } from "../../Gaps.ts"
import { authenticate } from "../../Principal.ts"
import type { Authenticated } from "../../Principal.ts"
import { refusal } from "../../Refusal.ts"
import type { Refusal } from "../../Refusal.ts"
import type { World } from "../../World.ts"

const required = (world: World, token: string | undefined, now: number): Result.Result<Authenticated, Refusal> =>
  token === undefined || token === ""
    ? Result.fail(refusal("token", "There is no token to inspect. Give it as ?token= or in the authorization header."))
    : authenticate(world, token, now)

const describe = (world: World, claims: Authenticated): TokenInfo => {
  const { choices } = world.settings
  const units = choose(choices, "token.units")
  return {
    created_at: claims.iat * units,
    data: claims.sub,
    expires_at: claims.exp * units,
    issuer: claims.iss,
    permissions: claims.pem,
    status: choose(choices, "token.status")
  }
}

/** What a token that works says of itself. */
export const info = (world: World, token: string | undefined, now: number): Result.Result<TokenInfo, Refusal> =>
  Result.map(required(world, token, now), (claims) => describe(world, claims))

/** What a token must be or have, each where given. */
export interface Demands {
  readonly resource_type?: string
  readonly permission_category?: string
  readonly permission_list?: ReadonlyArray<string>
}

const unmet = (world: World, claims: Authenticated, type: string, demands: Demands): string | undefined => {
  if (demands.resource_type !== undefined && demands.resource_type.toLowerCase() !== type)
    return `The token is of type ${type}, not ${demands.resource_type}.`
  const category = demands.permission_category
  if (category !== undefined) {
    const categories: Readonly<Record<string, string>> = choose(world.settings.choices, "token.owner-category")
    const permission = Object.hasOwn(categories, category) ? categories[category] : undefined
    if (permission === undefined)
      return `The permission category ${category} is not known. Use one of ${Object.keys(categories).join(", ")}.`
    if (!claims.pem.includes(permission)) return `The token is not one of a ${category}.`
  }
  const missing = demands.permission_list?.filter((permission) => !claims.pem.includes(permission)) ?? []
  return missing.length > 0 ? `The token lacks the permissions ${missing.join(", ")}.` : undefined
}

/** Whose a token that works is, when it meets the demands. */
export const validate = (
  world: World,
  token: string | undefined,
  demands: Demands,
  now: number
): Result.Result<ValidatedTokenInfo, Refusal> =>
  Result.flatMap(required(world, token, now), (claims) => {
    const [kind = "", id = ""] = claims.sub.split(":")
    const type = kind.toLowerCase()
    const problem = unmet(world, claims, type, demands)
    return problem === undefined
      ? Result.succeed({ ...describe(world, claims), id, type })
      : Result.fail(refusal("permission", problem))
  })
