import type { TokenInfo, ValidatedTokenInfo } from "@remote-assist/core/Tokens"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { toErrorV1 } from "../../wire/errors.ts"
import { bearerToken } from "../../wire/request.ts"
import type { TransitionContext, TransitionResult } from "../../world/model/World.ts"
import { serviceError } from "../../world/ServiceError.ts"
import type { ServiceError } from "../../world/ServiceError.ts"
import * as UserToken from "../../world/tokens/UserToken.ts"
import { authenticate } from "../authenticate.ts"
import type { Authenticated } from "../authenticate.ts"
import { anyCaller, runAs } from "../operation.ts"
import type { Handlers } from "../operation.ts"

/** What is inspected: the claims of a token that works, or of an expired one where the gap says so. */
type Inspected = Authenticated["claims"] & { readonly isExpired?: true }

const required = (context: TransitionContext, token: string | undefined): Result.Result<Inspected, ServiceError> => {
  if (token === undefined || token === "")
    return Result.fail(
      serviceError("token", "There is no token to inspect. Give it as ?token= or in the authorization header.")
    )
  const { option, world } = context
  const inspected: Result.Result<Inspected, ServiceError> = Result.map(
    authenticate(context, token),
    ({ claims }) => claims
  )
  return Result.orElse(inspected, (refused) =>
    refused.cause === "expired" && option("token.expired-info") === "status"
      ? Result.mapBoth(UserToken.verify(world.settings.key, token), {
          onSuccess: (claims): Inspected => ({ ...claims, isExpired: true }),
          onFailure: () => refused
        })
      : Result.fail(refused)
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

/** What a token that works says of itself. */
export const info = (context: TransitionContext, token: string | undefined): TransitionResult<TokenInfo> =>
  Result.map(required(context, token), (claims) => [context.world, describe(context, claims)])

/** What a token must be or have, each where given. */
export interface Demands {
  readonly resource_type?: string
  readonly permission_category?: string
  readonly permission_list?: ReadonlyArray<string>
}

const unmet = (
  { option }: TransitionContext,
  claims: Inspected,
  type: string,
  demands: Demands
): string | undefined => {
  if (demands.resource_type !== undefined && demands.resource_type.toLowerCase() !== type)
    return `The token is of type ${type}, not ${demands.resource_type}.`
  const category = demands.permission_category
  if (category !== undefined) {
    const categories: Readonly<Record<string, string>> = option("token.owner-category")
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
  context: TransitionContext,
  token: string | undefined,
  demands: Demands
): TransitionResult<ValidatedTokenInfo> =>
  Result.flatMap(required(context, token), (claims) => {
    const [kind = "", id = ""] = claims.sub.split(":")
    const type = kind.toLowerCase()
    const problem = unmet(context, claims, type, demands)
    return problem === undefined
      ? Result.succeed([context.world, { ...describe(context, claims), id, type }])
      : Result.fail(serviceError("permission", problem))
  })

const v1 = runAs(anyCaller, toErrorV1)

export const handlers: Handlers<"Tokens"> = {
  info: ({ query, request }) => {
    const token = query.token === undefined ? bearerToken(request) : Redacted.value(query.token)
    return v1((context) => info(context, token))
  },
  validate: ({ query: { token: given, ...demands }, request }) => {
    const token = given === undefined ? bearerToken(request) : Redacted.value(given)
    return v1((context) => validate(context, token, demands))
  }
}
