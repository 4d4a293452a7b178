import * as Effect from "effect/Effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { ErrorText, ErrorV1, ErrorV1R1, RequestLine } from "./refusals.ts"

const otherStatus = (expected: number, actual: number) =>
  new SchemaIssue.InvalidValue({ message: `an error of status ${expected}, got ${actual}` }, actual)

const longest = 1000

// at a space if one is near: half a word may be half a secret, which no mask would find
const cut = (text: string) =>
  text.length > longest
    ? `${text.slice(0, longest).replace(/\s\S{0,500}$|[\uD800-\uDBFF]$/, "")}… (${text.length.toLocaleString("en-US")} characters)`
    : text

/** Wire codec of {@link ErrorV1} at one status. */
export const errorV1 = (status: ErrorV1["status"]) =>
  Schema.Struct({ code: Schema.Int, message: Schema.String })
    .annotate({ identifier: "errorV1" })
    .pipe(
      Schema.decodeTo(
        Schema.toType(ErrorV1),
        SchemaTransformation.transformEffect({
          decode: ({ code, message }) =>
            Effect.map(RequestLine, (line) => new ErrorV1({ status, code, message: cut(message), ...line })),
          encode: (error) =>
            error.status === status
              ? Effect.succeed({ code: error.code, message: error.message })
              : Effect.fail(otherStatus(status, error.status))
        })
      ),
      HttpApiSchema.status(status)
    )

/** Wire codec of {@link ErrorV1R1}. */
export const errorV1R1 = Schema.Struct({ code: Schema.Int, message: Schema.String, name: Schema.String })
  .annotate({ identifier: "errorV1R1" })
  .pipe(
    Schema.decodeTo(
      Schema.toType(ErrorV1R1),
      SchemaTransformation.transformEffect({
        decode: ({ code, message, name }) =>
          Effect.map(RequestLine, (line) => new ErrorV1R1({ code, message: cut(message), name: cut(name), ...line })),
        encode: ({ code, message, name }) => Effect.succeed({ code, message, name })
      })
    ),
    HttpApiSchema.status(400)
  )

/** Wire codec of {@link ErrorText} at one status. */
export const errorText = (status: ErrorText["status"]) =>
  Schema.String.annotate({ identifier: "errorText" }).pipe(
    Schema.decodeTo(
      Schema.toType(ErrorText),
      SchemaTransformation.transformEffect({
        decode: (message) =>
          Effect.map(RequestLine, (line) => new ErrorText({ status, message: cut(message), ...line })),
        encode: (error) =>
          error.status === status ? Effect.succeed(error.message) : Effect.fail(otherStatus(status, error.status))
      })
    ),
    HttpApiSchema.status(status)
  )

/** The two errors of a `/v1` operation that takes no user token: 401 and 500 as {@link ErrorV1}. */
export const errorsV1 = [errorV1(401), errorV1(500)] as const

/** The errors of a `/v1` operation with a user token: as {@link errorsV1}, and an expired token as a bare string. */
export const errorsV1Token = [errorV1(401), errorText(401), errorV1(500)] as const

/** The errors of a call endpoint: 401 and 403 as bare strings, 500 as {@link ErrorV1}. Source: interface §4.4. */
export const errorsCall = [errorText(401), errorText(403), errorV1(500)] as const
