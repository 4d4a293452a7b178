import type { Received } from "../../CallOptions.ts"
import type { Answered } from "../../Http.ts"
import { lazy } from "../contract/lazy.ts"
import { redact } from "../redact.ts"
import { knows } from "../secrets/masking.ts"
import { parse } from "./answer.ts"
import type { CallRequest } from "./Call.ts"

// to look for secrets takes a millisecond for every ten kilobytes: a list that is longer has them by their names alone
const longest = 200_000

/** An answer as programs see it, without cookies and without secrets: of few it is asked for, so that is made then. */
export const receivedOf = (request: CallRequest, { body, headers, status }: Answered): Received => {
  const isKnown = knows(request.call.known, request)
  const shown = lazy(() =>
    Object.fromEntries(Object.entries(headers).filter(([name, value]) => name !== "set-cookie" && !isKnown(value)))
  )
  return {
    status,
    get headers() {
      return shown()
    },
    get requestId() {
      return shown()["x-request-id"]
    },
    get raw() {
      return redact(parse(body).body, body.length <= longest && isKnown(body) ? isKnown : undefined)
    }
  }
}
