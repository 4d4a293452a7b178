/** A date-time as the service writes it: ISO 8601, UTC, with microseconds. */
export const timestamp = (millis: number): string => `${new Date(millis).toISOString().slice(0, -1)}000Z`

/** Whether what was made at a moment and lasts some seconds has ended; what is of the seed was made at none. */
export const isOver = (madeAt: number | undefined, seconds: number | "unlimited", now: number): boolean =>
  madeAt !== undefined && seconds !== "unlimited" && now >= madeAt + seconds * 1000

const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/

/** A text that sorts as the date-time does, whatever its precision; any other text as it is. */
export const sortable = (text: string): string => {
  const [, seconds, fraction = ""] = parts.exec(text) ?? []
  return seconds === undefined ? text : `${seconds}.${fraction.padEnd(9, "0")}`
}
