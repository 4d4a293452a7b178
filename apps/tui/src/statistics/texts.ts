import { cut } from "../text/fit.ts"
import { makeMemo } from "../text/Shown.ts"

const maxLength = 60

/** A text of the service on one line, short and safe for a terminal. */
export const shown = makeMemo(64, (text: string): string => cut(text.replaceAll(/\s+/gu, " ").trim(), maxLength))

/** A number in nine characters at most, with two decimals at most. */
export const formatNumber = (value: number): string => {
  const rounded = Math.round(value * 100) / 100
  return Math.abs(value) >= 1e6 || (rounded === 0 && value !== 0)
    ? value.toExponential(2).replace(/\.?0*e\+?/, "e")
    : String(rounded)
}

export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

/** The time of the day in UTC, with the date if asked for. */
export const formatTime = (at: number, { withDay = false, withSeconds = true } = {}): string => {
  const [date = "", time = ""] = new Date(at).toISOString().split("T")
  return `${withDay ? `${date.slice(-5)} ` : ""}${time.slice(0, withSeconds ? 8 : 5)}`
}

/** Whether two moments are on different days. */
export const isOverDays = (from: number, to: number): boolean => Math.floor(from / day) !== Math.floor(to / day)

const units: ReadonlyArray<readonly [millis: number, name: string]> = [
  [day, "d"],
  [hour, "h"],
  [minute, "min"],
  [second, "s"],
  [1, "ms"]
]

/** A duration in its two largest units: `12 min 30 s`. */
export const formatDuration = (millis: number): string => {
  const whole = millis >= second ? Math.round(millis / second) * second : Math.round(millis)
  const first = Math.max(
    0,
    units.findIndex(([size]) => whole >= size)
  )
  const [[large, name] = [1, "ms"], [small, smallName] = [1, "ms"]] = units.slice(first, first + 2)
  const rest = Math.floor((whole % large) / small)
  return `${Math.floor(whole / large)} ${name}${large <= second || rest === 0 ? "" : ` ${rest} ${smallName}`}`
}

/** The time since the start: `+7:00`, `+1:07:00`. */
export const formatElapsed = (millis: number): string => {
  const two = (value: number) => String(value).padStart(2, "0")
  const seconds = Math.floor(Math.max(0, millis) / second)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours === 0 ? `+${minutes}:${two(seconds % 60)}` : `+${hours}:${two(minutes)}:${two(seconds % 60)}`
}
