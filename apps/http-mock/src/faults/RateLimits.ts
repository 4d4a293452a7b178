import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"

import { choosingFor } from "../tenants/Deployment.ts"
import type { Deployment } from "../tenants/Deployment.ts"
import { ended } from "../wire/atOnce.ts"
import type { AtOnce } from "../wire/atOnce.ts"
import { bearerToken, headerOf } from "../wire/bearer.ts"
import { chosenIn } from "../world/gaps/Gaps.ts"
import type { World } from "../world/model/World.ts"
import { isSigned } from "../world/tokens/PartnerKey.ts"
import * as UserToken from "../world/tokens/UserToken.ts"
import * as Buckets from "./Buckets.ts"
import type { Holder, Level } from "./Buckets.ts"
import { note } from "./outcome.ts"
import { read } from "./RateLimit.ts"
import type { Limit } from "./RateLimit.ts"
import { refused, withLimits } from "./rateLimitAnswers.ts"
import type { Counted } from "./rateLimitAnswers.ts"

/** A request to a region. */
interface Asked {
  readonly request: HttpServerRequest
  readonly apiKeyHeader: string
  readonly region: RegionName
  /** Its path in the region. */
  readonly path: string
  /** Its operation, or undefined if it is for none. */
  readonly operation: Operation | undefined
}

/** A limit of a tenant, with its counts. */
export interface ActiveLimit {
  readonly id: string
  readonly limit: Limit
  readonly passed: number
  readonly refused: number
  /** What its last users have left at a moment of the tenant's time, the latest first. */
  readonly held: (now: number, most: number) => ReadonlyArray<Level & { readonly holder: Holder }>
}

/** The rate limits of a tenant. */
export interface Limits {
  /** Lets a request through to its answer, which says what is left, or refuses it. */
  readonly around: <R>(
    answer: () => AtOnce<HttpServerResponse, R>,
    asked: Asked,
    deployment: Deployment
  ) => AtOnce<HttpServerResponse, R>
  readonly all: () => ReadonlyArray<ActiveLimit>
  /** Fills every bucket, and sets all counts to 0. */
  readonly reset: () => void
}

const isFor = ({ by, operations }: Limit, operation: Operation | undefined) =>
  (operations === undefined || (operation !== undefined && operations.includes(operation.id))) &&
  (by !== "token" || operation === undefined || operation.takesUserToken)

const keyOf = (
  world: World,
  { apiKeyHeader, operation, request }: Asked
): readonly [name: string, secret?: string | undefined] => {
  const key = headerOf(request, apiKeyHeader) ?? (operation?.takesUserToken === true ? undefined : bearerToken(request))
  const at = key === undefined ? -1 : chosenIn(world.settings.choices, "api-key.value").indexOf(key)
  return at < 0 ? ["unknown"] : [`key ${at + 1}`, key]
}

// each request has another token of a partner key, so those of a site are one holder
const tokenOf = (
  { settings: { key, site } }: World,
  { request }: Asked
): readonly [name: string, secret?: string | undefined] => {
  const token = bearerToken(request)
  const verified = token === undefined ? undefined : UserToken.verify(key, token)
  if (verified !== undefined && Result.isSuccess(verified)) return [verified.success.sub, verified.success.jti]
  return token !== undefined && site.publicKey !== undefined && isSigned(token) ? [`Partner:${site.id}`] : ["unknown"]
}

// requests without a valid key or token share one bucket: guessing gets nobody another one, and evicts no bucket of others
const holderOf = ({ by }: Limit, asked: Asked, deployment: Deployment): Holder => {
  const world = MutableRef.get(deployment.world)
  const { region } = world.settings
  const [name, secret = ""] = by === "token" ? tokenOf(world, asked) : keyOf(world, asked)
  return { id: `${region} ${name} ${secret}`, region, name }
}

const activate = (limit: Limit, index: number) => {
  const buckets = Buckets.make(limit)
  const held: ActiveLimit["held"] = (now, most) =>
    buckets
      .holders()
      .slice(0, most)
      .map((holder) => ({ holder, ...buckets.level(holder, now) }))
  return { id: `rate-limit-${index + 1}`, limit, passed: 0, refused: 0, buckets, held }
}

/** Makes the rate limits of a tenant, with every bucket full. */
const make = (limits: ReadonlyArray<Limit>): Limits => {
  const all = limits.map(activate)
  return {
    around: (answer, asked, deployment) => {
      const met = all.filter(({ limit }) => isFor(limit, asked.operation))
      if (met.length === 0) return answer()
      const now = deployment.now()
      const choose = choosingFor(deployment)
      const counted = met.map((one) => {
        const holder = holderOf(one.limit, asked, deployment)
        return { ...one, one, holder, level: one.buckets.level(holder, now) }
      })
      const longest = counted.reduce((one, other) => (other.level.wait > one.level.wait ? other : one))
      if (longest.level.wait > 0) {
        longest.one.refused += 1
        note(asked.request, { faults: [longest.id], does: "rateLimit" })
        return withLimits(refused(asked.operation, asked.path, longest, choose, now), counted, choose, now)
      }
      const left = counted.map(({ holder, id, limit, one }): Counted => {
        one.passed += 1
        return { id, limit, level: one.buckets.take(holder, now) }
      })
      return ended(answer(), (response) => withLimits(response, left, choose, now))
    },
    all: () => all,
    reset: () => {
      for (const one of all) {
        one.buckets.clear()
        one.passed = 0
        one.refused = 0
      }
    }
  }
}

/** Reads limits, and returns what makes them with full buckets, or undefined if there are none; or what is wrong with them. */
export const limiting = (given: unknown): Result.Result<() => Limits | undefined, string> =>
  Result.map(read(given), (limits) => () => (limits.length === 0 ? undefined : make(limits)))
