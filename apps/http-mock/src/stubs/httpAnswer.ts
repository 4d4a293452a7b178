import * as Cookies from "effect/http/Cookies"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** An answer as it is written. */
export interface Written {
  readonly status: number
  readonly statusText: string | undefined
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly body: Uint8Array
}

// framing is the business of the connection
const ofConnection = new Set(["content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer"])

/** The answer of HTTP: values of a header that comes more than once are joined, cookies are headers of their own. */
export const httpAnswer = ({ body, headers, status, statusText }: Written): HttpServerResponse.HttpServerResponse => {
  const joined = new Map<string, string>()
  const cookies: Array<string> = []
  for (const [given, value] of headers) {
    const name = given.toLowerCase()
    if (name === "set-cookie") cookies.push(value)
    else if (!ofConnection.has(name)) joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value)
  }
  const empty = HttpServerResponse.setHeaders(
    HttpServerResponse.empty({ status, ...(statusText === undefined ? {} : { statusText }) }),
    Object.fromEntries(joined)
  )
  const type = joined.get("content-type") ?? ""
  const full = body.length === 0 ? empty : HttpServerResponse.setBody(empty, HttpBody.uint8Array(body, type))
  // of a body without a type the library makes an empty header
  const whole = type === "" ? HttpServerResponse.removeHeader(full, "content-type") : full
  return cookies.length === 0 ? whole : HttpServerResponse.mergeCookies(whole, Cookies.fromSetCookie(cookies))
}
