import type { Answered } from "../../Http.ts"

const day = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** Milliseconds that `Retry-After` asks for, given in seconds or as a date; none where it is neither. Source: RFC 9110 §10.2.3. */
export const retryAfter = ({ headers }: Pick<Answered, "headers">, now: number): number | undefined => {
  const value = headers["retry-after"]?.trim() ?? ""
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const moment = day.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
