import * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import * as Result from "effect/Result"

import type { Answered } from "../http/Exchange.ts"

/** Milliseconds that `Retry-After` asks for, given in seconds or as a date. Source: RFC 9110 §10.2.3. */
export const retryAfter = ({ headers }: Pick<Answered, "headers">, now: number): number | undefined => {
  const value = headers["retry-after"]
  const parsed = value === undefined ? undefined : Result.getOrUndefined(Headers.parseRetryAfter(value))
  return parsed === undefined ? undefined : Duration.toMillis(Headers.retryAfterDelay(parsed, now))
}
