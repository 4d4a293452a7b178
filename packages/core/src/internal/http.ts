import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { ConnectionLost, Exchange, HttpResponse, TooLarge } from "../Http.ts"

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
const connectionHeader =
  /^(?:connection|content-length|expect|host|keep-alive|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i

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
    if (own === "accept" || own === "content-type") return `the client sends the header ${own} itself: leave it out.`
    if (isConnectionHeader(own)) return `the header ${own} belongs to the connection: leave it out.`
  }
  return undefined
}

// parts beyond these are copied together: each separate part weighs more than its bytes
const maxParts = 64
const blockSize = 2 ** 20

// frees the memory now rather than at the next garbage collection; Node 20 has no transfer
const free = ({ buffer }: Uint8Array<ArrayBuffer>) => {
  if ("transfer" in buffer) buffer.transfer(0)
}

/** Collects the bytes of a body up to a limit. */
export const collector = (limit: number) => {
  const parts: Array<Uint8Array> = []
  const blocks: Array<Uint8Array<ArrayBuffer>> = []
  let size = 0
  // bytes used of the last block
  let used = blockSize

  const copy = (part: Uint8Array) => {
    let rest = part
    while (rest.byteLength > 0) {
      if (used === blockSize) {
        blocks.push(new Uint8Array(blockSize))
        used = 0
      }
      const fits = rest.subarray(0, blockSize - used)
      blocks.at(-1)?.set(fits, used)
      used += fits.byteLength
      rest = rest.subarray(fits.byteLength)
    }
  }

  return {
    /** Adds a part. Returns false, and drops all parts, if the body exceeds the limit. */
    add: (part: Uint8Array): boolean => {
      size += part.byteLength
      if (size > limit) {
        parts.length = 0
        for (const block of blocks.splice(0)) free(block)
        return false
      }
      if (parts.length < maxParts) parts.push(part)
      else copy(part)
      return true
    },
    /** Returns the whole body. */
    bytes: (): Uint8Array => {
      const [first, ...rest] = parts
      if (first === undefined || rest.length === 0) return first ?? new Uint8Array(0)
      const whole = new Uint8Array(size)
      let at = 0
      for (const part of [...parts, ...blocks]) {
        whole.set(part.subarray(0, size - at), at)
        at += part.byteLength
      }
      return whole
    }
  }
}

export const tooLarge: TooLarge = { _tag: "TooLarge" }

const rootCause = (cause: unknown): unknown =>
  cause instanceof Error && cause.cause !== undefined && cause.cause !== cause ? rootCause(cause.cause) : cause

const property = (root: unknown, name: "code" | "syscall") => {
  const value = Predicate.hasProperty(root, name) ? root[name] : undefined
  return Predicate.isString(value) ? value : ""
}

// an error of several attempts to connect has no message of its own
const messageOf = (root: unknown) =>
  (root instanceof Error ? root.message : String(root)) || property(root, "code") || "it failed without a reason"

const connecting = /^(?:connect|getaddrinfo|bind)/

const beforeSending =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EADDRNOTAVAIL|UND_ERR_CONNECT|ERR_TLS|ERR_PROXY|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_INVALID|ConnectionRefused|FailedToOpenSocket)/

const explainProtocol = (text: string) => {
  if (/wrong version number|http request\b/i.test(text))
    return "the server answers without TLS. Use http:// in the base address, or the port for https"
  return /handshake failure|alert protocol version|unrecognized name/i.test(text)
    ? `the TLS handshake failed (check whether the server expects http or https): ${text}`
    : undefined
}

export const unfinished = "the connection was closed before the answer was complete"

/** Maps an error of the platform. Unless it names a step before the request, the request may have been sent. */
export const connectionError = (cause: unknown): ConnectionLost => {
  const root = rootCause(cause)
  const text = messageOf(root).replaceAll(/\s+/g, " ").trim()
  const reason = explainProtocol(text)
  if (reason !== undefined) return { _tag: "ConnectionLost", reason, mayHaveLeft: false, cause }
  const hasLeft = !connecting.test(property(root, "syscall")) && !beforeSending.test(property(root, "code"))
  return { _tag: "ConnectionLost", reason: text, mayHaveLeft: hasLeft && text !== "bad port", cause }
}

const damaged = /^(?:Z_|ERR__|ERR_BROTLI|ZlibError|BrotliDecompressionError)/

/** Maps an error of the platform while it reads the body of an answer. */
export const bodyError = (cause: unknown): ConnectionLost => {
  const error = connectionError(cause)
  const reason = damaged.test(property(rootCause(cause), "code"))
    ? `the body of the answer is damaged, or does not have its content-encoding (${error.reason})`
    : error.reason.replace(/^(?:aborted|other side closed|terminated)$/, unfinished)
  return { ...error, reason, mayHaveLeft: true }
}

const contentLength = ({ headers }: Response) =>
  headers.has("content-encoding") ? Number.NaN : Number(headers.get("content-length") ?? Number.NaN)

const readAll = (reader: ReadableStreamDefaultReader<Uint8Array>, limit: number) =>
  new Promise<string>((resolve, reject) => {
    const body = collector(limit)
    const stop = () => {
      reject(tooLarge)
      reader.cancel().catch(() => undefined)
    }
    // one promise at a time: a chain would keep a promise for each part
    const next = (): unknown =>
      reader.read().then(({ done, value }) => {
        if (done) return resolve(new TextDecoder().decode(body.bytes()))
        return body.add(value) ? next() : stop()
      }, reject)
    next()
  })

/** Reads the body as text; rejects with {@link tooLarge}, and stops reading, once it exceeds the limit. */
const readText = (response: Response, limit: number): Promise<string> => {
  const length = contentLength(response)
  if (response.body === null || length <= limit) return response.text()
  if (length > limit) return response.body.cancel().then(() => Promise.reject(tooLarge))
  return readAll(response.body.getReader(), limit)
}

const toResponse = (response: Response, limit: number) => {
  const headers = Object.fromEntries(response.headers)
  return readText(response, limit).then(
    (body): HttpResponse => ({ status: response.status, headers, body }),
    (cause: unknown) => Promise.reject(cause === tooLarge ? { ...tooLarge, headers } : bodyError(cause))
  )
}

const isMapped = (cause: unknown): cause is TooLarge | ConnectionLost =>
  Predicate.isTagged(cause, "TooLarge") || Predicate.isTagged(cause, "ConnectionLost")

// of any class: a fetch of a library may have its own
const isResponse = (value: unknown) => Predicate.hasProperty(value, "headers")

/** Sends requests by a `fetch`. */
export const fetchExchange =
  (fetch: typeof globalThis.fetch): Exchange =>
  ({ body, headers, method, url }, limit) =>
    Effect.tryPromise({
      try: (signal) =>
        Promise.resolve(fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal })).then(
          (response) =>
            isResponse(response)
              ? toResponse(response, limit)
              : Promise.reject(new TypeError("fetch must resolve with a Response"))
        ),
      catch: (cause) => (isMapped(cause) ? cause : connectionError(cause))
    })
