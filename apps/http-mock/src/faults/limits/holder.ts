import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"

import { bearerToken, headerOf } from "../../wire/bearer.ts"
import { chosenIn } from "../../world/gaps/Gaps.ts"
import type { World } from "../../world/model/World.ts"
import { isSigned } from "../../world/tokens/PartnerKey.ts"
import * as UserToken from "../../world/tokens/UserToken.ts"

/** Whose requests in a region are counted together. */
export interface Holder {
  readonly id: string
  readonly region: RegionName
  /** As it is shown, without a secret. */
  readonly name: string
}

const holder = ({ settings: { region } }: World, name: string, secret = ""): Holder => ({
  id: `${region} ${name} ${secret}`,
  region,
  name
})

// those that carry nothing that works share one bucket: who guesses gets none of their own, and drives nobody else's out
const unknown = (world: World) => holder(world, "unknown")

/** Who sent a request, by its API key. */
export const byKey = (
  world: World,
  apiKeyHeader: string,
  request: HttpServerRequest,
  operation: Operation | undefined
): Holder => {
  const key = headerOf(request, apiKeyHeader) ?? (operation?.takesUserToken === true ? undefined : bearerToken(request))
  const at = key === undefined ? -1 : chosenIn(world.settings.choices, "api-key.value").indexOf(key)
  return at < 0 ? unknown(world) : holder(world, `key ${at + 1}`, key)
}

/** Who sent a request, by its user token. Tokens of a partner key are made for each request, so those of the site are one. */
export const byToken = (world: World, request: HttpServerRequest): Holder => {
  const { key, site } = world.settings
  const token = bearerToken(request)
  if (token === undefined) return unknown(world)
  const verified = UserToken.verify(key, token)
  if (Result.isSuccess(verified)) return holder(world, verified.success.sub, verified.success.jti)
  return site.publicKey !== undefined && isSigned(token) ? holder(world, `Partner:${site.id}`) : unknown(world)
}
