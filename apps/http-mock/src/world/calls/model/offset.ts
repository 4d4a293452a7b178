import * as Option from "effect/Option"

const units = { milli: 1, millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

const isUnit = (name: string): name is keyof typeof units => Object.hasOwn(units, name)

const form = /^(\d{1,9}(?:\.\d{1,3})?) ([a-z]{3,11}?)s?$/

/** The longest time between the start of a call and a step of it. */
const longest = 366 * units.day

/** The milliseconds of a text such as `12 seconds`, a year of them at most. */
export const millisOf = (text: string): Option.Option<number> => {
  const [, count = "", unit = ""] = form.exec(text) ?? []
  if (!isUnit(unit)) return Option.none()
  const millis = Math.round(Number(count) * units[unit])
  return millis <= longest ? Option.some(millis) : Option.none()
}
