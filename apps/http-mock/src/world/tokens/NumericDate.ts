import * as Schema from "effect/Schema"

/** A time of a JWT (RFC 7519): seconds since the epoch, of which a date can be made. */
export const NumericDate = Schema.Finite.check(
  Schema.isBetween({ minimum: -8_640_000_000_000, maximum: 8_640_000_000_000 })
)
