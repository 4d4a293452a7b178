import type { TokenInfo, ValidatedTokenInfo } from "@remote-assist/core/Tokens"
import * as Result from "effect/Result"

import { choose } from "../../../world/gaps/Gaps.ts"
import type { Chosen } from "../../../world/gaps/Gaps.ts"
import type { World } from "../../../world/model/World.ts"
import { refusal } from "../../../world/Refusal.ts"
import type { Refusal } from "../../../world/Refusal.ts"
import * as Jwt from "../../../world/tokens/Jwt.ts"
import { authenticate } from "../../access/authenticate.ts"
import type { Authenticated } from "../../access/authenticate.ts"

/** What is inspected: the claims of a token that works, or of an expired one where the gap says so. */
type Inspected = Authenticated & { readonly isExpired?: true }

const required = (world: World, token: string | undefined, now: number): Result.Result<Inspected, Refusal> => {
  if (token === undefined || token === "")
    return Result.fail(
      refusal("token", "There is no token to inspect. Give it as ?token= or in the authorization header.")
    )
  const { choices, key } = world.settings
  return Result.orElse(authenticate(world, token, now), (refused) =>
    refused.cause === "expired" && choose(choices, "token.expired-info") === "status"
      ? Result.mapBoth(Jwt.verify(key, token), {
          onSuccess: (claims): Inspected => ({ ...claims, isExpired: true }),
          onFailure: () => refused
        })
      : Result.fail(refused)
  )
}

const dataOf = (choices: Chosen, { isExpired, ...claims }: Inspected): string => {
  const data = choose(choices, "token.data")
  return data === "subject" ? claims.sub : data === "claims" ? JSON.stringify(claims) : ""
}

const describe = (world: World, claims: Inspected): TokenInfo => {
  const { choices } = world.settings
  const units = choose(choices, "token.units")
  return {
    created_at: claims.iat * units,
    data: dataOf(choices, claims),
    expires_at: claims.exp * units,
    issuer: claims.iss,
    permissions: claims.pem,
    status: claims.isExpired === true ? "expired" : choose(choices, "token.status")
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

const unmet = (world: World, claims: Inspected, type: string, demands: Demands): string | undefined => {
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
