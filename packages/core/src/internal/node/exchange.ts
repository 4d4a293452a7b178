import type { IncomingMessage } from "node:http"

import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"

import type { Answered, Exchange, Lost, Outgoing, TooLarge } from "../../Http.ts"
import { collector } from "../http/collector.ts"
import { lostBy } from "../http/lost.ts"
import { tooLarge } from "../http/tooLarge.ts"
import { Http, Https } from "./builtin.ts"
import { accepted, inflate } from "./inflate.ts"

type Settle = (outcome: Exit.Exit<Answered, Lost | TooLarge>) => void

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
        : Exit.fail(lostBy(cause))
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
    const begin = ({ body, headers, method, url }: Outgoing) => {
      const { agent, request } = byProtocol[url.startsWith("https:") ? "https:" : "http:"]
      const sent = request(url, { agent, method, headers: { "accept-encoding": accepted, ...headers } })
      // a body that is given at once has its length sent with it
      sent.end(body)
      return sent
    }
    return (outgoing, limit) =>
      Effect.callback<Answered, Lost | TooLarge>((resume) => {
        const begun = Result.try(() => begin(outgoing))
        if (begun._tag === "Failure") return resume(Effect.fail(lostBy(begun.failure)))
        const request = begun.success
        const settle: Settle = (outcome) => {
          resume(outcome)
          // of a body that is too large, nothing more is read
          if (!request.closed && !Exit.isSuccess(outcome)) request.destroy()
        }
        let isRead = false
        request
          .on("error", (cause) => resume(Effect.fail(lostBy(cause))))
          .on("close", () => {
            // what came may still be inflated
            if (!isRead) resume(Effect.fail(lostBy(unfinished)))
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
