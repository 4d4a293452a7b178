import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as ProblemDetails from "effect/http/ProblemDetails"

/** A problem that no endpoint words. */
export const problem = (status: number, title: string, detail: string): HttpServerResponse.HttpServerResponse =>
  ProblemDetails.toResponse({ type: "about:blank", status, title, detail })
