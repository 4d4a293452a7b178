import * as Context from "effect/Context"
import * as Schema from "effect/Schema"

import { optionalRequestLine } from "./requestLine.ts"
import { TaggedError } from "./tagged.ts"

/** Method and path of the request an answer belongs to; error codecs read it while they decode. */
export const RequestLine = Context.Reference<{ readonly method: string; readonly path: string }>(
  "@remote-assist/core/Errors/RequestLine",
  { defaultValue: () => ({ method: "", path: "" }) }
)

/**
 * Error of the `/v1` operations: `{code, message}` with status 401 (credentials, token or API key refused, or a
 * resource that does not exist or is not accessible) or 500 (internal error). A message of more than 1,000 characters is
 * cut.
 *
 * Source: interface §2.1, §7.
 */
export class ErrorV1 extends TaggedError<ErrorV1>()("ErrorV1", {
  /** Status of the answer. */
  status: Schema.Literals([401, 500]),
  /** The service's number for the error. */
  code: Schema.Int,
  message: Schema.String,
  ...optionalRequestLine
}) {}

/**
 * Error of the `/v1r1` operations: `{code, message, name}` with status 400, whatever went wrong. `code` 1003 means
 * that the user token has expired; no other code is public. A message of more than 1,000 characters is cut.
 *
 * Source: interface §2.1, §7.
 */
export class ErrorV1R1 extends TaggedError<ErrorV1R1>()("ErrorV1R1", {
  /** Status of the answer. */
  status: Schema.tag(400),
  /** The service's number for the error; 1003 says that the user token has expired. */
  code: Schema.Int,
  message: Schema.String,
  name: Schema.String,
  ...optionalRequestLine
}) {
  static readonly tokenExpired = 1003
}

/**
 * Error whose body is a bare JSON string: 401 (invalid or expired token) and 403 (access denied) on call endpoints. A
 * message of more than 1,000 characters is cut.
 *
 * Source: interface §4.4, §7.
 */
export class ErrorText extends TaggedError<ErrorText>()("ErrorText", {
  /** Status of the answer. */
  status: Schema.Literals([401, 403]),
  message: Schema.String,
  ...optionalRequestLine
}) {
  static readonly tokenExpired = "Token expired"
}
