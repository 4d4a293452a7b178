/** Formats numbers with separators: `12,345`. */
export const numberFormat = new Intl.NumberFormat("en-US")

/** Formats a count: `1 user`, `12,345 users`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${numberFormat.format(count)} ${count === 1 ? one : many}`

/** Returns the longest text with which all of some texts start. */
export const commonStart = (texts: ReadonlyArray<string>): string => {
  const [first = ""] = texts
  let length = first.length
  while (!texts.every((text) => text.startsWith(first.slice(0, length)))) length--
  return first.slice(0, length)
}

/** Formats the time of day. */
export const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })

/** Formats a time in milliseconds as ISO 8601, or returns `undefined` if it is beyond the range of dates. */
export const toIso = (milliseconds: number | undefined): string | undefined =>
  milliseconds !== undefined && Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : undefined

/** Formats a time to the minute, in UTC; empty if there is none. */
export const formatMinute = (milliseconds: number | undefined): string =>
  (toIso(milliseconds) ?? "").slice(0, 16).replace("T", " ")

/** Formats a time to the second, with its time zone; empty if there is none. */
export const formatSecond = (milliseconds: number | undefined): string => {
  const iso = toIso(milliseconds)
  return iso === undefined ? "" : `${iso.slice(0, 19).replace("T", " ")} UTC`
}

const units = [
  ["days", 86_400_000, 2],
  ["h", 3_600_000, 1],
  ["min", 60_000, 1],
  ["s", 1000, 0]
] as const

/** Formats a duration in its largest unit: `14 min`, `3 days`. */
export const formatDuration = (milliseconds: number): string => {
  const [name, size] = units.find(([, size, min]) => milliseconds >= size * min) ?? units[3]
  return `${Math.floor(milliseconds / size)} ${name}`
}

/** Formats a length in seconds as `12:34` or `1:02:03`. */
export const formatLength = (seconds: number | undefined): string => {
  if (seconds === undefined || seconds < 0) return ""
  const total = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  const two = (part: number) => String(part).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

type Value = string | number | null | undefined

export const toNumber = (value: Value): number | undefined => {
  const number = value === null || value === undefined || String(value).trim() === "" ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Smaller times are in seconds (until the year 5138), others in milliseconds. */
const maxSeconds = 1e11

/** Converts a time of a call, a number or a text in seconds or milliseconds, to milliseconds. */
export const toMillis = (value: Value): number | undefined => {
  const number = toNumber(value)
  const millis = number !== undefined && Math.abs(number) < maxSeconds ? number * 1000 : number
  return toIso(millis) === undefined ? undefined : millis
}
