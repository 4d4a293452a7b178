import { Jwt } from "@remote-assist/core"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const Subject = Jwt.decoder(Schema.Struct({ sub: Schema.String }))

/** The number of the user whom a token names, where it is a JWT that does. */
export const userIdIn = (token: Redacted.Redacted): string | undefined =>
  Jwt.parse(Redacted.value(token)).pipe(
    Option.flatMap(({ payload }) => Result.getSuccess(Subject(payload))),
    Option.flatMapNullishOr(({ sub }) => /^User:(\d+)$/.exec(sub)?.[1]),
    Option.getOrUndefined
  )
