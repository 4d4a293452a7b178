import * as Duration from "effect/Duration"

/** A length of time: milliseconds, or text such as `"2 hours"` or `"31 days"`. */
export type Time = number | `${number} ${Duration.Unit}`

/** A duration of plain values; throws for an invalid one. */
export const durationOf = (time: Time): Duration.Duration => {
  const duration = Duration.fromInput(time)
  if (duration._tag === "None")
    throw new RangeError(`${JSON.stringify(time)} is no duration. Use milliseconds, or text such as "2 hours".`)
  return duration.value
}
