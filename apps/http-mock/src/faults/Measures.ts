import * as Schema from "effect/Schema"

const hour = 3_600_000

/** A wait, in milliseconds. */
export const Millis = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: hour }))

export const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))
