import type { TokenInfo, ValidatedTokenInfo } from "@remote-assist/core/Tokens"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { bearerToken } from "../../wire/request.ts"
import type { TransitionContext, TransitionResult } from "../../world/model/World.ts"
import { reject } from "../../world/ServiceError.ts"
import type { Checked } from "../../world/ServiceError.ts"
import * as UserToken from "../../world/tokens/UserToken.ts"
import { authenticate } from "../authenticate.ts"
import type { Authenticated } from "../authenticate.ts"
import type { Handlers } from "../operation.ts"

/** The claims of a valid token, or of an expired one if its status is answered. */
type Inspected = Authenticated["claims"] & { readonly isExpired?: true }

const inspect = (context: TransitionContext, token: string | undefined): Checked<Inspected> => {
  if (token === undefined || token === "")
    return reject("token", "There is no token to inspect. Give it as ?token= or in the authorization header.")
  const { option, world } = context
  const inspected: Checked<Inspected> = Result.map(authenticate(context, token), ({ claims }) => claims)
  return Result.orElse(inspected, (error) =>
    error.cause === "expired" && option("token.expired-info") === "status"
      ? Result.mapBoth(UserToken.verify(world.settings.key, token), {
          onSuccess: (claims): Inspected => ({ ...claims, isExpired: true }),
          onFailure: () => error
        })
      : Result.fail(error)
  )
}

const dataOf = ({ option }: TransitionContext, { isExpired, ...claims }: Inspected): string => {
  const data = option("token.data")
  return data === "subject" ? claims.sub : data === "claims" ? JSON.stringify(claims) : ""
}

const describe = (context: TransitionContext, claims: Inspected): TokenInfo => {
  const { option } = context
  const units = option("token.units")
  return {
    created_at: claims.iat * units,
    data: dataOf(context, claims),
    expires_at: claims.exp * units,
    issuer: claims.iss,
    permissions: claims.pem,
    status: claims.isExpired === true ? "expired" : option("token.status")
  }
}

/** Returns the data of a valid token. */
export const info = (context: TransitionContext, token: string | undefined): TransitionResult<TokenInfo> =>
  Result.map(inspect(context, token), (claims) => [context.world, describe(context, claims)])

/** The requirements on a token; absent ones are not checked. */
export interface Requirements {
  readonly resource_type?: string
  readonly permission_category?: string
  readonly permission_list?: ReadonlyArray<string>
}

const requirementError = (
  { option }: TransitionContext,
  claims: Inspected,
  type: string,
  requirements: Requirements
): string | undefined => {
  if (requirements.resource_type !== undefined && requirements.resource_type.toLowerCase() !== type)
    return `The token is of type ${type}, not ${requirements.resource_type}.`
  const category = requirements.permission_category
  if (category !== undefined) {
    const categories: Readonly<Record<string, string>> = option("token.owner-category")
    const permission = Object.hasOwn(categories, category) ? categories[category] : undefined
    if (permission === undefined)
      return `The permission category ${category} is not known. Use one of ${Object.keys(categories).join(", ")}.`
    if (!claims.pem.includes(permission)) return `The token is not one of a ${category}.`
  }
  const missing = requirements.permission_list?.filter((permission) => !claims.pem.includes(permission)) ?? []
  return missing.length > 0 ? `The token lacks the permissions ${missing.join(", ")}.` : undefined
}

/** Returns the data and the subject of a valid token that meets the requirements. */
export const validate = (
  context: TransitionContext,
  token: string | undefined,
  requirements: Requirements
): TransitionResult<ValidatedTokenInfo> =>
  Result.flatMap(inspect(context, token), (claims) => {
    const [kind = "", id = ""] = claims.sub.split(":")
    const type = kind.toLowerCase()
    const problem = requirementError(context, claims, type, requirements)
    return problem === undefined
      ? Result.succeed([context.world, { ...describe(context, claims), id, type }])
      : reject("permission", problem)
  })

const inspected = (
  token: Redacted.Redacted | undefined,
  request: Parameters<typeof bearerToken>[0]
): string | undefined => (token === undefined ? bearerToken(request) : Redacted.value(token))

export const handlers: Handlers<"Tokens", TransitionContext> = {
  info: (context, { query, request }) => info(context, inspected(query.token, request)),
  validate: (context, { query: { token, ...requirements }, request }) =>
    validate(context, inspected(token, request), requirements)
}
