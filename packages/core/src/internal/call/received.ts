import type { Received } from "../../CallOptions.ts"
import type { Answered } from "../../Http.ts"
import { redact } from "../redact.ts"
import { parse } from "./answer.ts"

/** An answer as programs see it; its body is parsed when it is asked for. */
export const receivedOf = ({ body, headers, status }: Answered): Received => ({
  status,
  headers,
  requestId: headers["x-request-id"],
  get raw() {
    return redact(parse(body).body)
  }
})
