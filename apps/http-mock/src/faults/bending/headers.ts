import * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Headers } from "./Bending.ts"

type Response = HttpServerResponse.HttpServerResponse

const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

// what HTTP lets a value have
const value = /^[\t\x20-\x7E\x80-\xFF]*$/

const connection =
  "belongs to the connection, which the emulator keeps in order: use reset, truncate or slow to break it"

const refused: ReadonlyMap<string, string> = new Map([
  ["content-length", "follows from the body, and another one breaks the connection: use truncate"],
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"].map(
    (name): readonly [string, string] => [name, connection]
  )
])

const fits = (text: string) => value.test(text) && text === text.trim()

const use = "Use one line of Latin letters without a space at either end."

/** Why headers, or the type of a body, cannot be sent; nothing where they can. */
export const whyNot = (headers: Headers = {}, contentType = ""): string | undefined => {
  if (!fits(contentType)) return `contentType fits in no header. ${use}`
  for (const [name, text] of Object.entries(headers)) {
    if (!token.test(name)) return `headers has ${JSON.stringify(name.slice(0, 100))}, which is no name of a header.`
    const why = refused.get(name.toLowerCase())
    if (why !== undefined) return `headers has ${name}, which ${why}.`
    if (text !== null && !fits(text)) return `headers has a value of ${name} that fits in no header. ${use}`
  }
  return undefined
}

/** An answer with other headers; null removes one. */
export const withHeaders = (response: Response, headers: Headers = {}): Response =>
  Object.entries(headers).reduce(
    (changed, [name, text]) =>
      text === null
        ? HttpServerResponse.removeHeader(changed, name.toLowerCase())
        : HttpServerResponse.setHeader(changed, name.toLowerCase(), text),
    response
  )
