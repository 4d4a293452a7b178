import type * as HttpServerError from "effect/http/HttpServerError"

/** Whether a body was not read because it is larger than was to be read. */
export const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
