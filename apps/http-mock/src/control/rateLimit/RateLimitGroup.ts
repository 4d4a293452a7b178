import { RegionName } from "@remote-assist/core/Region"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Schema from "effect/Schema"

import { Limit, mostLimits } from "../../faults/RateLimit.ts"
import { BadRequestProblem } from "../context/Problems.ts"

/** What somebody has left of a limit. */
export const LimitHeld = Schema.Struct({
  region: RegionName,
  /** The place of an API key among those there are, the subject of a user token, or `unknown` for what does not work. */
  holder: Schema.String,
  remaining: Schema.Int,
  /** Until the next request passes, by the tenant's clock. */
  wait_seconds: Schema.Finite,
  /** Until all of it is there again. */
  full_seconds: Schema.Finite
}).annotate({ identifier: "RateLimitHeld" })

/** A limit that stands, and what came of it. */
export const LimitEntry = Schema.Struct({
  id: Schema.String,
  limit: Limit,
  passed: Schema.Int,
  refused: Schema.Int,
  /** The hundred who used it last, the latest first. */
  holders: Schema.Array(LimitHeld)
}).annotate({ identifier: "RateLimitEntry" })
export type LimitEntry = typeof LimitEntry.Type

const Entries = Schema.Array(LimitEntry)

const Given = Schema.Struct({
  /** Each as an object, or as a text such as `100/minute`. */
  limits: Schema.Array(Schema.Union([Schema.String, Limit])).check(Schema.isMaxLength(mostLimits))
})

/** How many requests of a tenant pass in which time. */
export const RateLimitGroup = HttpApiGroup.make("rateLimit")
  .add(
    HttpApiEndpoint.get("read", "/rate-limit", { success: Entries }),
    HttpApiEndpoint.put("set", "/rate-limit", { payload: Given, success: Entries, error: BadRequestProblem }),
    HttpApiEndpoint.delete("clear", "/rate-limit", { success: Entries }),
    HttpApiEndpoint.post("reset", "/rate-limit/reset", { success: Entries })
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
