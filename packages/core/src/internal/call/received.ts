import type { Received } from "../../CallOptions.ts"
import type { Answered } from "../../Http.ts"
import { redact } from "../redact.ts"
import { knower } from "../secrets/masker.ts"
import { parse } from "./answer.ts"
import type { CallRequest } from "./Call.ts"

// to look for secrets takes a millisecond for every ten kilobytes: a list that is longer has them by their names alone
const longest = 200_000

/** An answer as programs see it, without cookies and without secrets; its body is parsed when it is asked for. */
export const receivedOf = (request: CallRequest, { body, headers, status }: Answered): Received => {
  const knows = knower(request.call.known, request)
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name, value]) => name !== "set-cookie" && !knows(value))
    ),
    requestId: headers["x-request-id"],
    get raw() {
      return redact(parse(body).body, body.length <= longest && knows(body) ? knows : undefined)
    }
  }
}
