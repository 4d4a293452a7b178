import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { pluralize } from "../Text.ts"
import { expiredCode, expiredText } from "./refusal.ts"
import { answerFields, optionalRequestLine, TaggedError } from "./tagged.ts"

/**
 * Error of the `/v1` operations: `{code, message}` with status 401 (invalid credentials, token or API key, or a resource that
 * does not exist or is not accessible) or 500 (internal error). A message of more than 1,000 characters is shortened.
 *
 * Source: interface §2.1, §7.
 */
export class ErrorV1 extends TaggedError<ErrorV1>()("ErrorV1", {
  /** Status of the answer. */
  status: Schema.Literals([401, 500]),
  /** The error code of the service. */
  code: Schema.Int,
  message: Schema.String,
  ...optionalRequestLine,
  ...answerFields
}) {}

/**
 * Error of the `/v1r1` operations: `{code, message, name}` with status 400 for every cause. `code` 1003 means that the user
 * token has expired; no other code is public. A message of more than 1,000 characters is shortened.
 *
 * Source: interface §2.1, §7.
 */
export class ErrorV1R1 extends TaggedError<ErrorV1R1>()("ErrorV1R1", {
  /** Status of the answer. */
  status: Schema.tag(400),
  /** The error code of the service; 1003 means that the user token has expired. */
  code: Schema.Int,
  message: Schema.String,
  /** The `name` in the answer, such as `generic`; the `name` of the error itself is its class. */
  errorName: Schema.String,
  ...optionalRequestLine,
  ...answerFields
}) {
  static readonly tokenExpired = expiredCode
}

/**
 * Error whose body is a bare JSON string: 401 (invalid or expired token) and 403 (access denied) on call endpoints. A message of
 * more than 1,000 characters is shortened.
 *
 * Source: interface §4.4, §7.
 */
export class ErrorText extends TaggedError<ErrorText>()("ErrorText", {
  /** Status of the answer. */
  status: Schema.Literals([401, 403]),
  message: Schema.String,
  ...optionalRequestLine,
  ...answerFields
}) {
  static readonly tokenExpired = expiredText
}

const otherStatus = (expected: number, actual: number) =>
  new SchemaIssue.InvalidValue({ message: `an error of status ${expected}, got ${actual}` }, actual)

const maxLength = 1000

// at a space if one is near: half a word may be half a secret, which no mask would find
const shorten = (text: string) =>
  text.length > maxLength
    ? `${text.slice(0, maxLength).replace(/\s\S{0,500}$|[\uD800-\uDBFF]$/, "")}… (${pluralize(text.length, "character")})`
    : text

/** Wire codec of {@link ErrorV1} at one status. */
export const errorV1 = (status: ErrorV1["status"]) =>
  Schema.Struct({ code: Schema.Int, message: Schema.String })
    .annotate({ identifier: "errorV1" })
    .pipe(
      Schema.decodeTo(
        Schema.toType(ErrorV1),
        SchemaTransformation.transformEffect({
          decode: ({ code, message }) => Effect.succeed(new ErrorV1({ status, code, message: shorten(message) })),
          encode: (error) =>
            error.status === status
              ? Effect.succeed({ code: error.code, message: error.message })
              : Effect.fail(otherStatus(status, error.status))
        })
      )
    )

/** Wire codec of {@link ErrorV1R1}. */
export const errorV1R1 = Schema.Struct({ code: Schema.Int, message: Schema.String, name: Schema.String })
  .annotate({ identifier: "errorV1R1" })
  .pipe(
    Schema.decodeTo(
      Schema.toType(ErrorV1R1),
      SchemaTransformation.transformEffect({
        decode: ({ code, message, name }) =>
          Effect.succeed(new ErrorV1R1({ code, message: shorten(message), errorName: shorten(name) })),
        encode: ({ code, errorName, message }) => Effect.succeed({ code, message, name: errorName })
      })
    )
  )

/** Wire codec of {@link ErrorText} at one status. */
export const errorText = (status: ErrorText["status"]) =>
  Schema.String.annotate({ identifier: "errorText" }).pipe(
    Schema.decodeTo(
      Schema.toType(ErrorText),
      SchemaTransformation.transformEffect({
        decode: (message) => Effect.succeed(new ErrorText({ status, message: shorten(message) })),
        encode: (error) =>
          error.status === status ? Effect.succeed(error.message) : Effect.fail(otherStatus(status, error.status))
      })
    )
  )

const v1Unauthorized = errorV1(401)
const textUnauthorized = errorText(401)
const v1Failed = [errorV1(500)] as const

/** The errors of a `/v1` operation that takes no user token: 401 and 500 as {@link ErrorV1}. */
export const errorsV1 = { 401: [v1Unauthorized], 500: v1Failed } as const

/** The errors of a `/v1` operation with a user token: as {@link errorsV1}, and an expired token as a bare string. */
export const errorsV1Token = { 401: [v1Unauthorized, textUnauthorized], 500: v1Failed } as const

/** The errors of a `/v1` operation with 401 as a bare string; {@link ErrorV1} is decoded too. Source: interface §4.4. */
export const errorsText = { 401: [textUnauthorized, v1Unauthorized], 500: v1Failed } as const

/** The errors of an operation on one call: as {@link errorsText}, and 403. Source: interface §4.4. */
export const errorsCall = { ...errorsText, 403: [errorText(403)] } as const

/** The errors of a `/v1r1` operation: 400 as {@link ErrorV1R1}. */
export const errorsV1R1 = { 400: [errorV1R1] } as const
