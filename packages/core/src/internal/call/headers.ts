import type { HttpResponse } from "../../Http.ts"

const day = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** Milliseconds that `Retry-After` asks for, given in seconds or as a date; none where it is neither. Source: RFC 9110 §10.2.3. */
export const retryAfter = ({ headers }: Pick<HttpResponse, "headers">, now: number): number | undefined => {
  const value = headers["retry-after"]?.trim() ?? ""
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const moment = day.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}

const allowed = /^[\t\x20-\x7e\x80-\xff]*$/

/** Whether a header can carry a text as it is: bytes of Latin-1, no line breaks, no spaces at its ends. Source: RFC 9110 §5.5. */
export const isHeaderValue = (text: string): boolean => allowed.test(text) && text === text.trim()

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i

/** Whether a header can have a name. Source: RFC 9110 §5.6.2. */
export const isHeaderName = (text: string): boolean => token.test(text)

// another value breaks the request, or the connection that others share
const ofConnection = /^(?:connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/i

/** Whether a header is made of the request and its connection. */
export const isOfConnection = (name: string): boolean => ofConnection.test(name)

/** The headers that a program sends on top; what is undefined is left out. */
export type Headers = Readonly<Record<string, string | undefined>>

/** What is wrong with headers that a program sends on top, and what to do; nothing of their values. */
export const faultOf = (headers: Headers, apiKeyHeader: string): string | undefined => {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const own = name.toLowerCase()
    if (!isHeaderName(name) || !isHeaderValue(value)) return `no header can be named or carry what ${name} is given as.`
    if (own === "authorization")
      return "the client sends the header authorization by itself: log in, or start the session of a client with the token."
    if (own === apiKeyHeader)
      return `the client sends the header ${own} by itself: make a client with the API key that it is to carry.`
    if (isOfConnection(own)) return `the header ${own} is made of the request and its connection: leave it out.`
  }
  return undefined
}
