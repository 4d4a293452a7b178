import { RegionName } from "@remote-assist/core/Region"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Schema from "effect/Schema"

import { StubId, StubMapping, StubsGiven } from "../../stubs/mapping/StubMapping.ts"
import { BadRequestProblem, NotFoundProblem } from "../context/Problems.ts"

/** The mappings that answer in a tenant, in the order in which they are asked; WireMock imports them as they are. */
export const StubList = Schema.Struct({
  mappings: Schema.Array(StubMapping),
  meta: Schema.Struct({
    total: Schema.Int,
    /** The ids of those that are in every tenant. */
    shared: Schema.Array(Schema.String),
    /** The routes of handlers, which are asked before any mapping. */
    handlers: Schema.Array(Schema.String),
    /** What no request reaches, and why. */
    warnings: Schema.Array(Schema.String),
    /** In which state each scenario is that has left its first one. */
    scenarios: Schema.Record(Schema.String, Schema.String)
  })
}).annotate({ identifier: "StubList" })
export type StubList = typeof StubList.Type

/** A request that no stub and no operation took on, with the stubs that are nearest to it. */
export const UnmatchedRequest = Schema.Struct({
  /** Of its entry in the journal. */
  id: Schema.Int,
  region: RegionName,
  method: Schema.String,
  path: Schema.String,
  near_misses: Schema.Array(
    Schema.Struct({ id: Schema.String, name: Schema.String, reasons: Schema.Array(Schema.String) })
  )
}).annotate({ identifier: "UnmatchedRequest" })
export type UnmatchedRequest = typeof UnmatchedRequest.Type

const params = { id: StubId }

/** Answers what the contract does not describe, for one tenant. */
export const StubsGroup = HttpApiGroup.make("stubs")
  .add(
    HttpApiEndpoint.get("list", "/stubs", { success: StubList }),
    HttpApiEndpoint.post("make", "/stubs", { payload: StubsGiven, success: StubList, error: BadRequestProblem }),
    HttpApiEndpoint.delete("clear", "/stubs", { success: Schema.Struct({ removed: Schema.Int }) }),
    HttpApiEndpoint.get("unmatched", "/stubs/unmatched", { success: Schema.Array(UnmatchedRequest) }),
    HttpApiEndpoint.post("reset", "/stubs/reset", { success: Schema.Struct({ scenarios: Schema.Int }) }),
    HttpApiEndpoint.get("read", "/stubs/:id", { params, success: StubMapping, error: NotFoundProblem }),
    HttpApiEndpoint.put("put", "/stubs/:id", {
      params,
      payload: StubMapping,
      success: StubMapping,
      error: BadRequestProblem
    }),
    HttpApiEndpoint.delete("remove", "/stubs/:id", {
      params,
      success: Schema.Struct({ removed: Schema.Int }),
      error: [BadRequestProblem, NotFoundProblem]
    })
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
