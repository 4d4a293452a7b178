import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const Claims = Schema.fromJsonString(Schema.Struct({ exp: Schema.Finite }))

/** When a token expires, in milliseconds, if it is a JWT that says so. */
export const expiryOf = (token: Redacted.Redacted): Option.Option<number> => {
  const [, payload] = Redacted.value(token).split(".")
  return Option.fromUndefinedOr(payload).pipe(
    Option.flatMap((encoded) => Result.getSuccess(Base64Url.decodeString(encoded))),
    Option.flatMap(Schema.decodeUnknownOption(Claims)),
    Option.map(({ exp }) => exp * 1000)
  )
}
