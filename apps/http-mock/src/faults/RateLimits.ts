import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"

import type { RequestContext } from "../tenants/RequestContext.ts"
import { optionLookupFor } from "../tenants/Tenant.ts"
import type { RegionState } from "../tenants/Tenant.ts"
import { injectedError, protocolError } from "../wire/errors.ts"
import { bearerToken, headerOf } from "../wire/request.ts"
import { mapMaybe } from "../wire/response.ts"
import type { MaybeEffect } from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import type { World } from "../world/model/World.ts"
import { isSigned } from "../world/tokens/PartnerKey.ts"
import * as UserToken from "../world/tokens/UserToken.ts"
import { read } from "./RateLimit.ts"
import type { Limit } from "./RateLimit.ts"

/** Whose requests in a region are counted together. */
export interface Holder {
  readonly id: string
  readonly region: RegionName
  /** As it is shown, without a secret. */
  readonly name: string
}

/** How much of a limit a holder has left. */
export interface Level {
  /** Requests that pass from now on. */
  readonly left: number
  /** Milliseconds until the next one passes; nothing to wait for at 0. */
  readonly wait: number
  /** Milliseconds until all of it is there again. */
  readonly rest: number
}

/** A bucket for each holder of a limit: full at first, it loses one with each request and is filled evenly. */
export interface Buckets {
  readonly level: (holder: Holder, now: number) => Level
  /** Takes one, and says what is left. */
  readonly take: (holder: Holder, now: number) => Level
  /** Whose there are, the one that took last first. */
  readonly holders: () => ReadonlyArray<Holder>
  readonly clear: () => void
}

/** How many buckets of a limit are kept: those that were not used for longest go first, and are full when they come back. */
export const mostBuckets = 10_000

// what a sum of fractions lacks of a whole request
const hair = 1e-6

/** Makes the buckets of a limit, all full. A bucket is one number: when it is full again. */
export const makeBuckets = ({ burst, requests, seconds }: Pick<Limit, "burst" | "requests" | "seconds">): Buckets => {
  const each = (seconds * 1000) / requests
  const depth = each * (burst ?? requests)
  const kept = new Map<string, { readonly holder: Holder; fullAt: number }>()
  const restOf = ({ id }: Holder, now: number) => {
    const bucket = kept.get(id)
    if (bucket === undefined) return 0
    // a clock that is set back leaves a bucket empty at the worst, and it is filled from then on
    bucket.fullAt = Math.min(bucket.fullAt, now + depth)
    return Math.max(bucket.fullAt - now, 0)
  }
  const levelOf = (rest: number): Level => {
    const left = Math.floor((depth - rest) / each + hair)
    return { left, wait: left >= 1 ? 0 : Math.max(rest + each - depth, hair), rest }
  }
  return {
    level: (holder, now) => levelOf(restOf(holder, now)),
    take: (holder, now) => {
      const rest = Math.min(restOf(holder, now) + each, depth)
      kept.delete(holder.id)
      kept.set(holder.id, { holder, fullAt: now + rest })
      const [oldest] = kept.keys()
      if (kept.size > mostBuckets && oldest !== undefined) kept.delete(oldest)
      return levelOf(rest)
    },
    holders: () => [...kept.values()].map(({ holder }) => holder).toReversed(),
    clear: () => kept.clear()
  }
}

/** A limit that a request counts for, and what is left of it. */
export interface Counted {
  readonly id: string
  readonly limit: Limit
  readonly level: Level
}

type Response = HttpServerResponse.HttpServerResponse

const secondsOf = (milliseconds: number) => Math.ceil(milliseconds / 1000)

const leastLeft = (counted: ReadonlyArray<Counted>) =>
  counted.toSorted((one, other) => one.level.left - other.level.left || other.level.wait - one.level.wait)[0]

/** What an answer says of the limits: as draft-ietf-httpapi-ratelimit-headers has it, in the older form, or nothing. */
const headersOf = (
  counted: ReadonlyArray<Counted>,
  option: OptionLookup,
  now: number
): Readonly<Record<string, string>> => {
  const least = leastLeft(counted)
  switch (option("limits.headers")) {
    case "RateLimit":
      return {
        "ratelimit-policy": counted.map(({ id, limit }) => `"${id}";q=${limit.requests};w=${limit.seconds}`).join(", "),
        ratelimit: counted.map(({ id, level }) => `"${id}";r=${level.left};t=${secondsOf(level.rest)}`).join(", ")
      }
    case "X-RateLimit":
      return least === undefined
        ? {}
        : {
            "x-ratelimit-limit": String(least.limit.requests),
            "x-ratelimit-remaining": String(least.level.left),
            "x-ratelimit-reset": String(secondsOf(now + least.level.rest))
          }
    case "none":
      return {}
  }
}

/** An answer with what is left of the limits. */
export const withLimits = (
  response: Response,
  counted: ReadonlyArray<Counted>,
  option: OptionLookup,
  now: number
): Response => HttpServerResponse.setHeaders(response, headersOf(counted, option, now))

const units = new Map([
  [1, "second"],
  [60, "minute"],
  [3600, "hour"],
  [86_400, "day"]
])

const windowOf = (seconds: number) => `a ${units.get(seconds) ?? `period of ${seconds} seconds`}`

/** The refusal of a request that limits let nothing more through of. */
export const refused = (
  operation: Operation | undefined,
  path: string,
  { id, level, limit }: Counted,
  option: OptionLookup,
  now: number
): Response => {
  const wait = secondsOf(level.wait)
  const whose = limit.by === "token" ? "user token" : "API key"
  const message = `Too many requests: the ${whose} has used up its ${limit.requests} in ${windowOf(limit.seconds)} (${id}). Wait ${wait} ${wait === 1 ? "second" : "seconds"}.`
  const status = option("limits.status")
  const error =
    operation === undefined
      ? protocolError(path, status, message, option)
      : injectedError(operation, { status, message }, option)
  return HttpServerResponse.setHeader(
    error,
    "retry-after",
    option("limits.retry-after") === "date" ? new Date(secondsOf(now + level.wait) * 1000).toUTCString() : String(wait)
  )
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
    answer: () => MaybeEffect<HttpServerResponse.HttpServerResponse, R>,
    asked: RequestContext
  ) => MaybeEffect<HttpServerResponse.HttpServerResponse, R>
  readonly all: () => ReadonlyArray<ActiveLimit>
  /** Fills every bucket, and sets all counts to 0. */
  readonly reset: () => void
}

const isFor = ({ by, operations }: Limit, operation: Operation | undefined) =>
  (operations === undefined || (operation !== undefined && operations.includes(operation.id))) &&
  (by !== "token" || operation === undefined || operation.takesUserToken)

const keyOf = (
  world: World,
  { apiKeyHeader, operation, request }: RequestContext
): readonly [name: string, secret?: string | undefined] => {
  const key = headerOf(request, apiKeyHeader) ?? (operation?.takesUserToken === true ? undefined : bearerToken(request))
  const at = key === undefined ? -1 : optionIn(world.settings.choices, "api-key.value").indexOf(key)
  return at < 0 ? ["unknown"] : [`key ${at + 1}`, key]
}

// each request has another token of a partner key, so those of a site are one holder
const tokenOf = (
  { settings: { key, site } }: World,
  { request }: RequestContext
): readonly [name: string, secret?: string | undefined] => {
  const token = bearerToken(request)
  const verified = token === undefined ? undefined : UserToken.verify(key, token)
  if (verified !== undefined && Result.isSuccess(verified)) return [verified.success.sub, verified.success.jti]
  return token !== undefined && site.publicKey !== undefined && isSigned(token) ? [`Partner:${site.id}`] : ["unknown"]
}

// requests without a valid key or token share one bucket: guessing gets nobody another one, and evicts no bucket of others
const holderOf = ({ by }: Limit, asked: RequestContext, deployment: RegionState): Holder => {
  const world = MutableRef.get(deployment.world)
  const { region } = world.settings
  const [name, secret = ""] = by === "token" ? tokenOf(world, asked) : keyOf(world, asked)
  return { id: `${region} ${name} ${secret}`, region, name }
}

const activate = (limit: Limit, index: number) => {
  const buckets = makeBuckets(limit)
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
    around: (answer, asked) => {
      const { deployment } = asked
      const met = all.filter(({ limit }) => isFor(limit, asked.operation))
      if (met.length === 0) return answer()
      const now = deployment.now()
      const option = optionLookupFor(deployment)
      const counted = met.map((one) => {
        const holder = holderOf(one.limit, asked, deployment)
        return { ...one, one, holder, level: one.buckets.level(holder, now) }
      })
      const longest = counted.reduce((one, other) => (other.level.wait > one.level.wait ? other : one))
      if (longest.level.wait > 0) {
        longest.one.refused += 1
        asked.faults = [longest.id]
        asked.effect = "rateLimit"
        return withLimits(refused(asked.operation, asked.path, longest, option, now), counted, option, now)
      }
      const left = counted.map(({ holder, id, limit, one }): Counted => {
        one.passed += 1
        return { id, limit, level: one.buckets.take(holder, now) }
      })
      return mapMaybe(answer(), (response) => withLimits(response, left, option, now))
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
