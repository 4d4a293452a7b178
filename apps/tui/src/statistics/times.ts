const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** From here on a number is taken for milliseconds: as seconds it would be in the year 5138. */
const leastMillis = 1e11

/** The year 9999: a clock shows no later one. */
const furthest = 253_370_764_800_000

/** A unix time in milliseconds; nothing where it is not set, as 0 is not, or says none. */
export const timeOf = (time: number | string | null | undefined): number | undefined => {
  if (time === null || time === undefined || (typeof time === "string" && time.trim() === "")) return undefined
  const value = Number(time)
  const millis = value < leastMillis ? value * second : value
  return millis > 0 && millis <= furthest ? Math.round(millis) : undefined
}

/** A moment as a program reads it. */
export const isoOf = (at: number): string => new Date(at).toISOString()

/** A time of the day in UTC, and the day where what it is of goes over more than one. */
export const clockOf = (at: number, { withDay = false, withSeconds = true } = {}): string => {
  const [date = "", time = ""] = isoOf(at).split("T")
  return `${withDay ? `${date.slice(-5)} ` : ""}${time.slice(0, withSeconds ? 8 : 5)}`
}

/** Whether two moments are of different days. */
export const isOverDays = (from: number, to: number): boolean => Math.floor(from / day) !== Math.floor(to / day)

const units = [
  { name: "d", millis: day },
  { name: "h", millis: hour },
  { name: "min", millis: minute },
  { name: "s", millis: second },
  { name: "ms", millis: 1 }
]

/** How long something lasts, in its two largest units. */
export const lasting = (millis: number): string => {
  const whole = millis >= second ? Math.round(millis / second) * second : Math.round(millis)
  const first = units.findIndex((unit) => whole >= unit.millis)
  const [large, small] = units.slice(first === -1 ? units.length - 1 : first)
  if (large === undefined) return ""
  const many = Math.floor(whole / large.millis)
  const rest = small === undefined || large.millis <= second ? 0 : Math.floor((whole % large.millis) / small.millis)
  return `${many} ${large.name}${rest === 0 ? "" : ` ${rest} ${small?.name}`}`
}

const two = (value: number) => String(value).padStart(2, "0")

/** How long after the start: `+7:00`, `+1:07:00`. */
export const elapsed = (millis: number): string => {
  const seconds = Math.floor(Math.max(0, millis) / second)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `+${minutes}:${two(seconds % 60)}` : `+${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
}
