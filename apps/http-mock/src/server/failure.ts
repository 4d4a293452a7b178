import * as Cause from "effect/Cause"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpServerError from "effect/http/HttpServerError"
import * as Option from "effect/Option"

import { UnsavedChange } from "../persistence/StateErrors.ts"
import { whyNoOperation } from "../wire/operation.ts"
import type { Choose } from "../world/gaps/Gaps.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"

/** The most bytes that a body may have. */
export const maximumBody = (choose: Choose): number => choose("request.maximum-body")

export const bodyTooLarge = (choose: Choose): Refusal =>
  refusal("badInput", `The body is larger than ${maximumBody(choose)} bytes. Send less.`)

export const notJson = refusal(
  "badInput",
  "The body is not JSON. Send JSON with the header content-type: application/json."
)

const parts = { Params: "path", Query: "query", Headers: "header", Payload: "body" }

const isPart = (kind: string): kind is keyof typeof parts => Object.hasOwn(parts, kind)

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ")

const explain = (error: unknown, method: string, path: string, choose: Choose): Refusal | undefined => {
  if (HttpApiSchemaError.is(error))
    return isPart(error.kind)
      ? refusal("badInput", `The ${parts[error.kind]} does not fit: ${oneLine(error.cause.message)}.`)
      : undefined
  if (error instanceof UnsavedChange) return refusal("internal", error.message)
  if (!HttpServerError.isHttpServerError(error)) return undefined
  switch (error.reason._tag) {
    case "RouteNotFound":
      return refusal("notFound", whyNoOperation(method, path))
    case "RequestParseError":
      return error.reason.reason === "BodyTooLarge" ? bodyTooLarge(choose) : notJson
    default:
      return undefined
  }
}

/** What a failed request is refused with; nothing when the emulator itself failed. */
export const refusalOf = (
  cause: Cause.Cause<unknown>,
  method: string,
  path: string,
  choose: Choose
): Option.Option<Refusal> => Option.fromUndefinedOr(explain(Cause.squash(cause), method, path, choose))

export const internal = refusal("internal", "The emulator failed to answer; its log says why. This is a defect of it.")
