import * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Headers } from "./Bending.ts"
import { withHeaders } from "./headers.ts"
import type { Injected } from "./Injected.ts"

type Response = HttpServerResponse.HttpServerResponse

/** An answer after a fault, and which of its paths matched nothing or added something. */
export interface Bent {
  readonly response: Response
  /** Whether it is another answer than before. */
  readonly isTaken: boolean
  readonly missed: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
}

/** Makes something of an answer. */
export type Bend = (own: Response, injected: Injected) => Bent

/** The answer as it is. */
export const untouched = (response: Response): Bent => ({ response, isTaken: false, missed: [], added: [] })

/** Another answer. */
export const taken = (response: Response): Bent => ({ response, isTaken: true, missed: [], added: [] })

// HTTP gives them no body
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** What an answer is to be. */
export interface Wanted {
  readonly status: number
  /** None where there is no body. */
  readonly bytes: Uint8Array | undefined
  readonly contentType: string | undefined
  readonly headers: Headers | undefined
}

const named = (headers: Headers, name: string) =>
  Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]

/** An answer with the headers of another one, unless it has its own. */
export const answerOf = (own: Response, { bytes, contentType, headers = {}, status }: Wanted): Response => {
  const type = named(headers, "content-type")
  const bare = withHeaders(HttpServerResponse.empty({ status, headers: own.headers }), {
    "content-length": null,
    "content-type": null,
    ...headers
  })
  if (bytes === undefined || bodiless.has(status)) return HttpServerResponse.setStatus(bare, status)
  const whole = HttpServerResponse.setBody(
    bare,
    HttpBody.uint8Array(bytes, type === undefined ? contentType : (type ?? ""))
  )
  return type === null ? HttpServerResponse.removeHeader(whole, "content-type") : whole
}
