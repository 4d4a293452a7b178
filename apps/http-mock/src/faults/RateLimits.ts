import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import { pluralize } from "@remote-assist/core/Text"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"

import { injectedError } from "../wire/errors.ts"
import { bearerToken, headerOf } from "../wire/request.ts"
import type { RegionRequest } from "../wire/request.ts"
import { mapMaybe } from "../wire/response.ts"
import type { MaybeResponse } from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import { isSigned } from "../world/tokens/PartnerKey.ts"
import * as UserToken from "../world/tokens/UserToken.ts"
import { parseLimits, units } from "./RateLimit.ts"
import type { Limit } from "./RateLimit.ts"

/** A client in a region whose requests share a limit. */
export interface Holder {
  readonly id: string
  readonly region: RegionName
  /** Without secrets, as it is shown. */
  readonly name: string
}

/** How many buckets of a limit there can be. The least recently used is dropped, and is full again. */
export const maxBuckets = 10_000

// tolerance for sums of fractions
const epsilon = 1e-6

/**
 * Makes the token buckets of a limit by holder. A bucket starts full, loses a token with each request, and refills evenly. It is
 * stored as the time at which it is full again.
 */
export const makeBuckets = ({ burst, requests, seconds }: Pick<Limit, "burst" | "requests" | "seconds">) => {
  const interval = (seconds * 1000) / requests
  const capacity = interval * (burst ?? requests)
  const buckets = new Map<string, { readonly holder: Holder; fullAt: number }>()
  const untilFullOf = ({ id }: Holder, now: number) => {
    const bucket = buckets.get(id)
    if (bucket === undefined) return 0
    // after the clock is set back, the bucket is empty at the worst
    bucket.fullAt = Math.min(bucket.fullAt, now + capacity)
    return Math.max(bucket.fullAt - now, 0)
  }
  /** Returns the remaining requests of a holder, and the milliseconds until one passes and it is full. */
  const levelOf = (untilFull: number) => {
    const remaining = Math.floor((capacity - untilFull) / interval + epsilon)
    return { remaining, wait: remaining >= 1 ? 0 : Math.max(untilFull + interval - capacity, epsilon), untilFull }
  }
  return {
    level: (holder: Holder, now: number) => levelOf(untilFullOf(holder, now)),
    /** Takes a token, and returns the new level. */
    take: (holder: Holder, now: number) => {
      const untilFull = Math.min(untilFullOf(holder, now) + interval, capacity)
      buckets.delete(holder.id)
      buckets.set(holder.id, { holder, fullAt: now + untilFull })
      const [oldest] = buckets.keys()
      if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest)
      return levelOf(untilFull)
    },
    /** Returns the holders, the latest user first. */
    holders: () => [...buckets.values()].map(({ holder }) => holder).toReversed(),
    clear: () => buckets.clear()
  }
}

/** A limit that counts a request, and its level. */
export interface Counted {
  readonly id: string
  readonly limit: Limit
  readonly level: ReturnType<ReturnType<typeof makeBuckets>["level"]>
}

type Response = HttpServerResponse.HttpServerResponse

const toSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)

/** Returns the headers of the limits: those of draft-ietf-httpapi-ratelimit-headers, the older ones, or none. */
const headersOf = (
  matched: ReadonlyArray<Counted>,
  option: OptionLookup,
  now: number
): Readonly<Record<string, string>> => {
  const [least] = matched.toSorted(
    (one, other) => one.level.remaining - other.level.remaining || other.level.wait - one.level.wait
  )
  const form = option("limits.headers")
  if (form === "none" || least === undefined) return {}
  if (form === "X-RateLimit")
    return {
      "x-ratelimit-limit": String(least.limit.requests),
      "x-ratelimit-remaining": String(least.level.remaining),
      "x-ratelimit-reset": String(toSeconds(now + least.level.untilFull))
    }
  return {
    "ratelimit-policy": matched.map(({ id, limit }) => `"${id}";q=${limit.requests};w=${limit.seconds}`).join(", "),
    ratelimit: matched.map(({ id, level }) => `"${id}";r=${level.remaining};t=${toSeconds(level.untilFull)}`).join(", ")
  }
}

const formatWindow = (seconds: number) =>
  `one ${[...units].find(([, length]) => length === seconds)?.[0] ?? `period of ${seconds} seconds`}`

/** Makes the answer to a request that exceeds a limit. */
export const exceeded = (
  target: Pick<RegionRequest, "operation" | "path">,
  { id, level, limit }: Counted,
  option: OptionLookup,
  now: number
): Response => {
  const wait = toSeconds(level.wait)
  const owner = limit.by === "token" ? "user token" : "API key"
  const message = `Too many requests: the ${owner} has used up its ${limit.requests} in ${formatWindow(limit.seconds)} (${id}). Wait ${pluralize(wait, "second")}.`
  return HttpServerResponse.setHeader(
    injectedError(target, { status: option("limits.status"), message }, option),
    "retry-after",
    option("limits.retry-after") === "date" ? new Date(toSeconds(now + level.wait) * 1000).toUTCString() : String(wait)
  )
}

/** A limit of a tenant with its counts. */
export type ActiveLimit = Readonly<ReturnType<typeof activate>>

/** The rate limits of a tenant. */
export type Limits = ReturnType<typeof make>

const isFor = ({ by, operations }: Limit, operation: Operation | undefined) =>
  (operations === undefined || (operation !== undefined && operations.includes(operation.id))) &&
  (by !== "token" || operation === undefined || operation.takesUserToken)

type NameAndSecret = readonly [name: string, secret?: string | undefined]

const keyOf = ({ apiKeyHeader, operation, request, world }: RegionRequest): NameAndSecret => {
  const key = headerOf(request, apiKeyHeader) ?? (operation?.takesUserToken === true ? undefined : bearerToken(request))
  const index = key === undefined ? -1 : optionIn(world().settings.choices, "api-key.value").indexOf(key)
  return index < 0 ? ["unknown"] : [`key ${index + 1}`, key]
}

// a partner signs a new token for each request, so the tokens of a site share a bucket
const tokenOf = ({ request, world }: RegionRequest): NameAndSecret => {
  const { key, site } = world().settings
  const token = bearerToken(request)
  const verified = token === undefined ? undefined : UserToken.verify(key, token)
  if (verified !== undefined && Result.isSuccess(verified)) return [verified.success.sub, verified.success.jti]
  return token !== undefined && site.publicKey !== undefined && isSigned(token) ? [`Partner:${site.id}`] : ["unknown"]
}

// requests without a valid key or token share a bucket: guessing yields no other bucket, and drops none of others
const holderOf = ({ by }: Limit, context: RegionRequest): Holder => {
  const { region } = context.world().settings
  const [name, secret = ""] = by === "token" ? tokenOf(context) : keyOf(context)
  return { id: `${region} ${name} ${secret}`, region, name }
}

const activate = (limit: Limit, index: number) => {
  const buckets = makeBuckets(limit)
  /** Returns the levels of the latest holders at a moment of the tenant's time, the latest first. */
  const levels = (now: number, max: number) =>
    buckets
      .holders()
      .slice(0, max)
      .map((holder) => ({ holder, ...buckets.level(holder, now) }))
  return { id: `rate-limit-${index + 1}`, limit, passed: 0, refused: 0, buckets, levels }
}

/** Makes the rate limits of a tenant, with every bucket full. */
const make = (limits: ReadonlyArray<Limit>) => {
  const all = limits.map(activate)
  return {
    /** Rejects a request that exceeds a limit, or adds the headers of the limits to the answer of the next steps. */
    apply: (context: RegionRequest, next: () => MaybeResponse): MaybeResponse => {
      const { operation, option } = context
      const matching = all.filter(({ limit }) => isFor(limit, operation))
      if (matching.length === 0) return next()
      const now = context.now()
      const matched = matching.map((active) => {
        const holder = holderOf(active.limit, context)
        return { ...active, active, holder, level: active.buckets.level(holder, now) }
      })
      const longest = matched.reduce((one, other) => (other.level.wait > one.level.wait ? other : one))
      if (longest.level.wait > 0) {
        longest.active.refused += 1
        context.faults = [longest.id]
        context.effect = "rateLimit"
        return HttpServerResponse.setHeaders(exceeded(context, longest, option, now), headersOf(matched, option, now))
      }
      const taken = matched.map(({ active, holder, id, limit }): Counted => {
        active.passed += 1
        return { id, limit, level: active.buckets.take(holder, now) }
      })
      return mapMaybe(next(), HttpServerResponse.setHeaders(headersOf(taken, option, now)))
    },
    all: (): ReadonlyArray<ActiveLimit> => all,
    /** Fills every bucket, and sets the counts to 0. */
    reset: () => {
      for (const one of all) {
        one.buckets.clear()
        one.passed = 0
        one.refused = 0
      }
    }
  }
}

/** Parses limits, and returns a function that makes them, or `undefined` if there are none. */
export const compileLimits = (input: unknown): Result.Result<() => Limits | undefined, string> =>
  Result.map(parseLimits(input), (limits) => () => (limits.length === 0 ? undefined : make(limits)))
