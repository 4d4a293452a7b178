import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Jwt from "../../Jwt.ts"

const decode = Jwt.decoder(Schema.Struct({ exp: Schema.Finite }))

/** When a token expires, in milliseconds, if it is a JWT that says so. */
export const expiryOf = (token: Redacted.Redacted): Option.Option<number> =>
  Jwt.parse(Redacted.value(token)).pipe(
    Option.flatMap(({ payload }) => Result.getSuccess(decode(payload))),
    Option.map(({ exp }) => exp * 1000)
  )
