import * as Duration from "effect/Duration"
import { assert, it } from "vitest"

import { durationFrom } from "../../src/world/timestamp.ts"

class LikeTemporal {
  get hours() {
    return 1
  }
  get minutes() {
    return 30
  }
}

it("a duration is read from every form that Effect accepts", () => {
  const minutes = (input: Duration.Input) => Duration.toMinutes(durationFrom(input))
  assert.strictEqual(minutes({ hours: 1, minutes: undefined }), 60)
  assert.strictEqual(minutes(new LikeTemporal()), 90)
  assert.strictEqual(minutes("2 hours"), 120)
  assert.strictEqual(minutes(Duration.hours(1)), 60)
})

it("a duration is not read from a text without a number or a valid unit", () => {
  const none: ReadonlyArray<unknown> = [
    {},
    new Date(0),
    { hours: undefined },
    { hours: 1, minute: 30 },
    { hours: Number.NaN },
    { hours: "1" },
    null,
    Number.NaN
  ]
  for (const input of none) assert.throws(() => durationFrom(input), RangeError, "is not a duration")
})
