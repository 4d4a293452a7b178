import { UnexpectedAnswer } from "../../Errors.ts"
import type { Answered } from "../../Http.ts"
import { lineOf } from "./Call.ts"
import type { CallRequest } from "./Call.ts"
import { excerpt } from "./excerpt.ts"
import { retryAfter } from "./retryAfter.ts"

/** The error of an answer that is not as the interface describes it. */
export const unexpected = (request: CallRequest, { body, headers, status }: Answered, now: number, reason: string) => {
  const wait = retryAfter({ headers }, now)
  return new UnexpectedAnswer({
    ...lineOf(request),
    status,
    reason,
    excerpt: excerpt(status, body),
    ...(wait === undefined ? {} : { retryAfter: Math.ceil(wait / 1000) })
  })
}
