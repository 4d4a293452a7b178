import type { Operation } from "@remote-assist/core/Contract"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { injectedError, protocolError } from "../wire/errorResponse.ts"
import type { Choose } from "../world/gaps/Gaps.ts"
import type { Level } from "./Buckets.ts"
import type { Limit } from "./RateLimit.ts"

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
const headersOf = (counted: ReadonlyArray<Counted>, choose: Choose, now: number): Readonly<Record<string, string>> => {
  const least = leastLeft(counted)
  switch (choose("limits.headers")) {
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
  choose: Choose,
  now: number
): Response => HttpServerResponse.setHeaders(response, headersOf(counted, choose, now))

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
  choose: Choose,
  now: number
): Response => {
  const wait = secondsOf(level.wait)
  const whose = limit.by === "token" ? "user token" : "API key"
  const message = `Too many requests: the ${whose} has used up its ${limit.requests} in ${windowOf(limit.seconds)} (${id}). Wait ${wait} ${wait === 1 ? "second" : "seconds"}.`
  const status = choose("limits.status")
  const error =
    operation === undefined
      ? protocolError(path, status, message, choose)
      : injectedError(operation, { status, message }, choose)
  return HttpServerResponse.setHeader(
    error,
    "retry-after",
    choose("limits.retry-after") === "date" ? new Date(secondsOf(now + level.wait) * 1000).toUTCString() : String(wait)
  )
}
