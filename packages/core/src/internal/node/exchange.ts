import type { IncomingMessage } from "node:http"
import type { Readable, Transform } from "node:stream"

import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"

import type { HttpResponse, Exchange, ConnectionLost, HttpRequest, TooLarge } from "../../Http.ts"
import { collector, connectionError, tooLarge } from "../http.ts"

// an import of them would evaluate all that they export, undici among it: forty milliseconds of processor time
export const Http = process.getBuiltinModule("node:http")
const Https = process.getBuiltinModule("node:https")
const Zlib = process.getBuiltinModule("node:zlib")
export const { pipeline } = process.getBuiltinModule("node:stream")

const options = { chunkSize: 65_536 }

const inflaters: Readonly<Record<string, () => Transform>> = {
  gzip: () => Zlib.createGunzip(options),
  "x-gzip": () => Zlib.createGunzip(options),
  deflate: () => Zlib.createInflate(options),
  br: () => Zlib.createBrotliDecompress(options)
}

/** The codings that {@link inflate} undoes, as `accept-encoding` names them. */
const accepted = "gzip, deflate, br"

// no body is encoded more often, and each time takes memory
const most = 5

/** What undoes the codings of a body, the last one first, up to one that is not known. */
const inflatersOf = (encoding: string) => {
  const made: Array<Transform> = []
  for (const coding of encoding.split(",").toReversed()) {
    const make = inflaters[coding.trim().toLowerCase()]
    if (make === undefined) break
    if (made.length === most) return undefined
    made.push(make())
  }
  return made
}

/** A body as it comes, without its codings; one that has no bytes has none. Says once that it ended, or why it broke off. */
const inflate = (body: Readable, encoding: string | undefined, done: (cause?: Error) => void): Readable => {
  const made = encoding === undefined ? [] : inflatersOf(encoding)
  if (made === undefined) {
    done(new Error(`the body is encoded more than ${most} times`))
    return body
  }
  if (made.length === 0) return body.on("error", done).on("end", () => done())
  let isEmpty = true
  body.once("data", () => {
    isEmpty = false
  })
  const ends = (cause?: Error | null) => done(isEmpty ? undefined : (cause ?? undefined))
  let last = body
  for (const to of made) last = pipeline(last, to, (cause) => cause && ends(cause)).on("error", ends)
  return last.on("end", () => ends())
}

type Settle = (outcome: Exit.Exit<HttpResponse, ConnectionLost | TooLarge>) => void

const headersOf = ({ headers }: IncomingMessage) => {
  const record: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) record[name] = typeof value === "string" ? value : value.join(", ")
  }
  return record
}

const decoder = new TextDecoder()

const read = (response: IncomingMessage, limit: number, settle: Settle) => {
  const encoding = response.headers["content-encoding"]
  if (encoding === undefined && Number(response.headers["content-length"]) > limit) return settle(Exit.fail(tooLarge))
  const body = collector(limit)
  inflate(response, encoding, (cause) =>
    settle(
      cause === undefined
        ? Exit.succeed({
            status: response.statusCode ?? 0,
            headers: headersOf(response),
            body: decoder.decode(body.bytes())
          })
        : Exit.fail(connectionError(cause))
    )
  ).on("data", (part: Buffer) => {
    if (!body.add(part)) settle(Exit.fail(tooLarge))
  })
}

const unfinished = new Error("the connection was closed before the whole answer was there")

/** Exchanges by `node:http` and `node:https`, over connections that stay open as long as the scope. */
export const make = Effect.acquireRelease(
  Effect.sync(() => ({
    "http:": { agent: new Http.Agent({ keepAlive: true }), request: Http.request },
    "https:": { agent: new Https.Agent({ keepAlive: true }), request: Https.request }
  })),
  (byProtocol) =>
    Effect.sync(() => {
      for (const { agent } of Object.values(byProtocol)) agent.destroy()
    })
).pipe(
  Effect.map((byProtocol): Exchange => {
    const begin = ({ body, headers, method, url }: HttpRequest) => {
      const { agent, request } = byProtocol[url.startsWith("https:") ? "https:" : "http:"]
      const sent = request(url, { agent, method, headers: { "accept-encoding": accepted, ...headers } })
      // a body that is given at once has its length sent with it
      sent.end(body)
      return sent
    }
    return (outgoing, limit) =>
      Effect.callback<HttpResponse, ConnectionLost | TooLarge>((resume) => {
        const begun = Result.try(() => begin(outgoing))
        if (begun._tag === "Failure") return resume(Effect.fail(connectionError(begun.failure)))
        const request = begun.success
        const settle: Settle = (outcome) => {
          resume(outcome)
          // of a body that is too large, nothing more is read
          if (!request.closed && !Exit.isSuccess(outcome)) request.destroy()
        }
        let isRead = false
        request
          .on("error", (cause) => resume(Effect.fail(connectionError(cause))))
          .on("close", () => {
            // what came may still be inflated
            if (!isRead) resume(Effect.fail(connectionError(unfinished)))
          })
          .on("response", (response) => {
            response.on("end", () => {
              isRead = true
            })
            read(response, limit, settle)
          })
        return Effect.sync(() => request.destroy())
      })
  })
)
