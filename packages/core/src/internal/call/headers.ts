import type { HttpResponse } from "../../Http.ts"

const day = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** Parses `Retry-After`, seconds or a date, into milliseconds; `undefined` if it is neither. Source: RFC 9110 §10.2.3. */
export const retryAfter = ({ headers }: Pick<HttpResponse, "headers">, now: number): number | undefined => {
  const value = headers["retry-after"]?.trim() ?? ""
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const moment = day.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}

const allowed = /^[\t\x20-\x7e\x80-\xff]*$/

/** Whether a header can carry a text unchanged: Latin-1, no line breaks, no spaces at its ends. Source: RFC 9110 §5.5. */
export const isHeaderValue = (text: string): boolean => allowed.test(text) && text === text.trim()

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i

/** Whether a text is a valid header name. Source: RFC 9110 §5.6.2. */
export const isHeaderName = (text: string): boolean => token.test(text)

// another value breaks the request, or the shared connection
const connectionHeader = /^(?:connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/i

/** Whether a header belongs to the connection. */
export const isConnectionHeader = (name: string): boolean => connectionHeader.test(name)

/** Additional headers of a program; undefined values are omitted. */
export type Headers = Readonly<Record<string, string | undefined>>

/** Describes the first invalid header of a program, without its value; `undefined` if all are valid. */
export const invalidHeader = (headers: Headers, apiKeyHeader: string): string | undefined => {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const own = name.toLowerCase()
    if (!isHeaderName(name) || !isHeaderValue(value)) return `the header ${name} has an invalid name or value.`
    if (own === "authorization")
      return "the client sends the header authorization itself: log in, or start a session with the token."
    if (own === apiKeyHeader) return `the client sends the header ${own} itself: make a client with that API key.`
    if (isConnectionHeader(own)) return `the header ${own} belongs to the connection: leave it out.`
  }
  return undefined
}
