import { Jwt } from "@remote-assist/core"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** What a token says of itself, where it is a JWT. */
const Claims = Schema.Struct({
  sub: Schema.optionalKey(Schema.String),
  iat: Schema.optionalKey(Schema.Finite),
  exp: Schema.optionalKey(Schema.Finite),
  name: Schema.optionalKey(Schema.String)
})
export type Claims = typeof Claims.Type

const decode = Jwt.decoder(Claims)

/** The claims of a token; none where it tells none. */
export const of = (token: Redacted.Redacted): Claims =>
  Jwt.parse(Redacted.value(token)).pipe(
    Option.flatMap(({ payload }) => Result.getSuccess(decode(payload))),
    Option.getOrElse(() => ({}))
  )
