import * as Result from "effect/Result"

const units: Readonly<Record<string, (date: Date, amount: number) => number>> = {
  millisecond: (date, amount) => date.getTime() + amount,
  second: (date, amount) => date.getTime() + 1000 * amount,
  minute: (date, amount) => date.getTime() + 60_000 * amount,
  hour: (date, amount) => date.getTime() + 3_600_000 * amount,
  day: (date, amount) => date.getTime() + 86_400_000 * amount,
  week: (date, amount) => date.getTime() + 7 * 86_400_000 * amount,
  month: (date, amount) => inMonths(date, amount),
  year: (date, amount) => inMonths(date, 12 * amount)
}

// the last day of a month that has no such day
const inMonths = (date: Date, amount: number) => {
  const moved = new Date(date)
  const day = moved.getUTCDate()
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + amount)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  return moved.setUTCDate(Math.min(day, last))
}

/** A moment as far from another as a text such as `-3 days` says. */
export const offset = (date: Date, text: string): Date => {
  const [, amount = "", unit = ""] = /^\s*([+-]?\d{1,9})\s+([a-z]+?)s?\s*$/i.exec(text) ?? []
  const move = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined
  if (move === undefined)
    throw new Error(`the offset ${JSON.stringify(text)} is none; give one such as "3 days" or "-2 hours"`)
  return new Date(move(date, Number(amount)))
}

const two = (number: number, digits = 2) => String(number).padStart(digits, "0")

const partsOf = (date: Date, timeZone: string) => {
  const format = Result.try({
    try: () =>
      new Intl.DateTimeFormat("en-US", {
        timeZone,
        hourCycle: "h23",
        year: "numeric",
        month: "long",
        day: "numeric",
        weekday: "long",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
        timeZoneName: "longOffset"
      }),
    catch: () => new Error(`there is no timezone ${timeZone}; give one such as UTC or Europe/Zurich`)
  })
  if (Result.isFailure(format)) throw format.failure
  return new Map(format.success.formatToParts(date).map(({ type, value }) => [type, value]))
}

const zoneOf = (name: string) => {
  const [, sign = "+", hours = "00", minutes = "00"] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return { sign, hours, minutes, isUtc: hours === "00" && minutes === "00" }
}

/** A moment by a pattern of Java's `SimpleDateFormat`. */
const byPattern = (date: Date, pattern: string, timeZone: string): string => {
  const parts = partsOf(date, timeZone)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ""
  const month = new Intl.DateTimeFormat("en-US", { timeZone, month: "numeric" }).format(date)
  const zone = zoneOf(part("timeZoneName"))
  const hour = Number(part("hour"))
  const letters: Readonly<Record<string, (length: number) => string>> = {
    y: (length) => (length === 2 ? part("year").slice(-2) : two(Number(part("year")), length)),
    M: (length) => (length > 3 ? part("month") : length === 3 ? part("month").slice(0, 3) : two(Number(month), length)),
    d: (length) => two(Number(part("day")), length),
    E: (length) => (length > 3 ? part("weekday") : part("weekday").slice(0, 3)),
    H: (length) => two(hour, length),
    h: (length) => two(hour % 12 || 12, length),
    m: (length) => two(Number(part("minute")), length),
    s: (length) => two(Number(part("second")), length),
    S: (length) => two(date.getUTCMilliseconds(), length),
    a: () => (hour < 12 ? "AM" : "PM"),
    X: (length) =>
      zone.isUtc ? "Z" : `${zone.sign}${zone.hours}${length > 2 ? ":" : ""}${length > 1 ? zone.minutes : ""}`,
    Z: () => `${zone.sign}${zone.hours}${zone.minutes}`,
    z: () => (zone.isUtc ? "UTC" : `GMT${zone.sign}${zone.hours}:${zone.minutes}`)
  }
  return pattern.replaceAll(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (found, quoted: string | undefined, letter: string) => {
    if (quoted !== undefined) return quoted === "" ? "'" : quoted.replaceAll("''", "'")
    const write = Object.hasOwn(letters, letter) ? letters[letter] : undefined
    if (write === undefined)
      throw new Error(`the format has ${found}; known are ${Object.keys(letters).join(", ")}, and text between quotes`)
    return write(found.length)
  })
}

/** A moment as `now` and `date` write it: ISO 8601 unless a format is given, which may be `epoch` or `unix`. */
export const written = (date: Date, format: string | undefined, timeZone = "UTC"): string => {
  if (Number.isNaN(date.getTime())) throw new Error("the moment is out of the range of dates")
  if (format === "epoch") return String(date.getTime())
  if (format === "unix") return String(Math.floor(date.getTime() / 1000))
  return format === undefined && timeZone === "UTC"
    ? date.toISOString().replace(/\.\d{3}Z$/, "Z")
    : byPattern(date, format ?? "yyyy-MM-dd'T'HH:mm:ssXXX", timeZone)
}
