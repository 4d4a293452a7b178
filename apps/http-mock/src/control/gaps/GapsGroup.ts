import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Schema from "effect/Schema"

import { isNameOf } from "../../tenants/TenantName.ts"
import { Takes } from "../../world/gaps/Kind.ts"
import { BadRequestProblem, NotFoundProblem } from "../context/Problems.ts"

/** A point that the interface leaves open, and what this tenant chooses there. */
export const GapEntry = Schema.Struct({
  id: Schema.String,
  section: Schema.String,
  choice: Schema.Unknown,
  /** What is chosen unless told otherwise. */
  first: Schema.Unknown,
  /** What can be chosen, in words; absent where transitions know one choice only. */
  accepts: Schema.optionalKey(Schema.String),
  /** The same as data. */
  takes: Schema.optionalKey(Takes),
  /** What else a service could do; no transition knows it. */
  alternatives: Schema.optionalKey(Schema.String),
  reason: Schema.String,
  /** The requests of the journal whose answers rely on the choice, by their ids. */
  relied: Schema.Array(Schema.Int)
}).annotate({ identifier: "Gap" })
export type GapEntry = typeof GapEntry.Type

/** What to choose: as after the `=` of `--gap id=choice`, or as JSON. */
export const GapChoice = Schema.Struct({ choice: Schema.Json }).annotate({ identifier: "GapChoice" })
export type GapChoice = typeof GapChoice.Type

const params = { id: Schema.String.check(isNameOf("a gap")) }

/** The register of what the interface leaves open, with the choices of a tenant. */
export const GapsGroup = HttpApiGroup.make("gaps")
  .add(
    HttpApiEndpoint.get("list", "/gaps", { success: Schema.Array(GapEntry) }),
    HttpApiEndpoint.get("read", "/gaps/:id", { params, success: GapEntry, error: NotFoundProblem }),
    HttpApiEndpoint.put("choose", "/gaps/:id", {
      params,
      payload: GapChoice,
      success: GapEntry,
      error: [NotFoundProblem, BadRequestProblem]
    }),
    HttpApiEndpoint.delete("reset", "/gaps/:id", { params, success: GapEntry, error: NotFoundProblem })
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
