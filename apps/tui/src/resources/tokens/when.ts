/** A number that stands for a time, in the unit that its size tells. */
export interface Time {
  /** Since the epoch. */
  readonly milliseconds: number
  readonly unit: "seconds" | "milliseconds" | "microseconds"
}

const units = [
  { unit: "seconds", below: 1e11, milliseconds: 1000 },
  { unit: "milliseconds", below: 1e14, milliseconds: 1 },
  { unit: "microseconds", below: 1e17, milliseconds: 0.001 }
] as const

/** The time that a number stands for: of 1973 to 5138 one unit alone makes sense. Nothing where it is none. */
export const timeOf = (value: unknown): Time | undefined => {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return undefined
  const fitting = units.find(({ below }) => value < below)
  return fitting && { milliseconds: value * fitting.milliseconds, unit: fitting.unit }
}

const spans = [
  ["days", 86_400_000, 2],
  ["h", 3_600_000, 1],
  ["min", 60_000, 1],
  ["s", 1000, 0]
] as const

/** A span as short as people say it: `14 min`, `3 days`. */
export const span = (milliseconds: number): string => {
  const [name, size] = spans.find(([, size, least]) => milliseconds >= size * least) ?? spans[3]
  return `${Math.floor(milliseconds / size)} ${name}`
}

/** A time to the second, in UTC. */
export const stamp = (milliseconds: number) =>
  `${new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ")} UTC`

/** What is said of a time, before and after it. */
export interface Verb {
  readonly before: string
  readonly after: string
}

export const expiry: Verb = { before: "expires ", after: "expired " }

export const issue: Verb = { before: "will be issued ", after: "issued " }

export const start: Verb = { before: "becomes valid ", after: "became valid " }

export const plain: Verb = { before: "", after: "" }

/** A time as seen from now: `expires in 14 min, at 2026-03-02 10:14:00 UTC`. */
export const text = ({ milliseconds }: Time, now: number, { after, before }: Verb): string =>
  milliseconds > now
    ? `${before}in ${span(milliseconds - now)}, at ${stamp(milliseconds)}`
    : `${after}${span(now - milliseconds)} ago, at ${stamp(milliseconds)}`
