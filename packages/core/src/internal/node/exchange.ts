import type { AgentOptions, IncomingMessage } from "node:http"
import type { Readable, Transform } from "node:stream"

import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"

import type { HttpResponse, Exchange, ConnectionLost, HttpRequest, TooLarge } from "../../Http.ts"
import { bodyError, collector, connectionError, fetchExchange, tooLarge, unfinished } from "../http.ts"

// importing node:http and node:zlib evaluates all their exports, including undici: forty milliseconds of processor time
const Zlib = () => process.getBuiltinModule("node:zlib")
const { pipeline } = process.getBuiltinModule("node:stream")

const options = { chunkSize: 65_536 }

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => Zlib().createGunzip(options),
  "x-gzip": () => Zlib().createGunzip(options),
  deflate: () => Zlib().createInflate(options),
  br: () => Zlib().createBrotliDecompress(options)
}

/** The encodings that {@link inflate} decodes, for `accept-encoding`. */
const acceptEncoding = "gzip, deflate, br"

// real bodies have fewer encodings, and each takes memory
const maxEncodings = 5

/** Makes the decoders of a body, the last encoding first, up to an unknown one; `undefined` if there are too many. */
const makeInflaters = (encoding: string) => {
  const streams: Array<Transform> = []
  for (const coding of encoding.split(",").toReversed()) {
    const make = decoders[coding.trim().toLowerCase()]
    if (make === undefined) break
    if (streams.length === maxEncodings) return undefined
    streams.push(make())
  }
  return streams
}

/** Decodes a body; an empty body has no encoding. Calls `done` once, with the error if the body is incomplete. */
const inflate = (body: Readable, encoding: string | undefined, done: (cause?: Error) => void): Readable => {
  const inflaters = encoding === undefined ? [] : makeInflaters(encoding)
  if (inflaters === undefined) {
    done(new Error(`the body has more than ${maxEncodings} encodings`))
    return body
  }
  if (inflaters.length === 0) return body.on("error", done).on("end", () => done())
  let isEmpty = true
  body.once("data", () => {
    isEmpty = false
  })
  const finish = (cause?: Error | null) => done(isEmpty ? undefined : (cause ?? undefined))
  let last = body
  for (const to of inflaters) last = pipeline(last, to, (cause) => cause && finish(cause)).on("error", finish)
  return last.on("end", () => finish())
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
  if (encoding === undefined && Number(response.headers["content-length"]) > limit)
    return settle(Exit.fail({ ...tooLarge, headers: headersOf(response) }))
  const body = collector(limit)
  inflate(response, encoding, (cause) =>
    settle(
      cause === undefined
        ? Exit.succeed({
            status: response.statusCode ?? 0,
            headers: headersOf(response),
            body: decoder.decode(body.bytes())
          })
        : Exit.fail(bodyError(cause))
    )
  ).on("data", (part: Buffer) => {
    if (!body.add(part)) settle(Exit.fail({ ...tooLarge, headers: headersOf(response) }))
  })
}

// from Node 24.0 to 24.4, only fetch obeys it
const isForFetchOnly = () => process.env["NODE_USE_ENV_PROXY"] === "1" && /^24\.[0-4]\./.test(process.versions.node)

/** Returns the proxy settings of `NODE_USE_ENV_PROXY`, `--use-env-proxy` and `setGlobalProxyFromEnv`. */
const globalProxyEnv = (): NodeJS.ProcessEnv | undefined => {
  const { proxyEnv }: AgentOptions = Reflect.get(process.getBuiltinModule("node:http").globalAgent, "options")
  return isForFetchOnly() ? process.env : proxyEnv
}

const nameFor = ({ protocol }: URL) => (protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY")

const isException = ({ host, hostname }: URL, exceptions = "") =>
  exceptions
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((one) => ["*", host, hostname].includes(one) || hostname.endsWith(one.replace(/^\*?\.?/, ".")))

/** Returns the origin of the proxy that `fetch` and {@link make} use for a URL, if they use one. */
export const proxyFor = (url: URL): string | undefined => {
  const env = globalProxyEnv()
  const name = nameFor(url)
  return env === undefined || isException(url, env["no_proxy"] ?? env["NO_PROXY"])
    ? undefined
    : URL.parse(env[name.toLowerCase()] ?? env[name] ?? "")?.origin
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

const portOf = ({ port, protocol }: URL) => port || defaultPorts[protocol]

/** Whether an error of the platform is about the connection to a host other than that of the request. */
const isOfProxy = (cause: unknown, proxy: URL, url: URL): boolean => {
  // one error for each address of the host
  if (cause instanceof AggregateError) return cause.errors.some((error) => isOfProxy(error, proxy, url))
  if (Predicate.hasProperty(cause, "port")) return String(cause.port) === portOf(proxy) && portOf(proxy) !== portOf(url)
  return (
    Predicate.hasProperty(cause, "hostname") && cause.hostname === proxy.hostname && proxy.hostname !== url.hostname
  )
}

/** Maps an error of a request, and names the proxy if there is no connection to it. */
const requestError = (cause: unknown, address: string): ConnectionLost => {
  const error = connectionError(cause)
  const url = new URL(address)
  const proxy = proxyFor(url)
  return proxy !== undefined && isOfProxy(cause, new URL(proxy), url)
    ? { ...error, reason: `no connection to the proxy ${proxy} (check ${nameFor(url)}): ${error.reason}` }
    : error
}

const makeAgents = () => {
  const options = { keepAlive: true, proxyEnv: globalProxyEnv() }
  const [http, https] = [process.getBuiltinModule("node:http"), process.getBuiltinModule("node:https")]
  return {
    "http:": { agent: new http.Agent(options), request: http.request },
    "https:": { agent: new https.Agent(options), request: https.request }
  }
}

const exchangeBy = (byProtocol: ReturnType<typeof makeAgents>): Exchange => {
  const begin = ({ body, headers, method, url }: HttpRequest) => {
    const { agent, request } = byProtocol[url.startsWith("https:") ? "https:" : "http:"]
    const sent = request(url, { agent, method, headers: { "accept-encoding": acceptEncoding, ...headers } })
    // a body passed to end is sent with its length
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
        // stops reading a body that is too large
        if (!request.closed && !Exit.isSuccess(outcome)) request.destroy()
      }
      let isRead = false
      request
        .on("error", (cause) => resume(Effect.fail(requestError(cause, outgoing.url))))
        .on("close", () => {
          // received data may still be decoded
          if (!isRead) resume(Effect.fail(connectionError(new Error(unfinished))))
        })
        .on("response", (response) => {
          response.on("end", () => {
            isRead = true
          })
          read(response, limit, settle)
        })
      return Effect.sync(() => request.destroy())
    })
}

/**
 * Sends requests by `node:http` and `node:https`, over connections that stay open until the scope closes. They use a proxy if
 * `fetch` does.
 */
export const make: Effect.Effect<Exchange, never, Scope.Scope> = Effect.suspend(() =>
  isForFetchOnly()
    ? Effect.succeed(fetchExchange(globalThis.fetch))
    : Effect.map(
        Effect.acquireRelease(Effect.sync(makeAgents), (byProtocol) =>
          Effect.sync(() => {
            for (const { agent } of Object.values(byProtocol)) agent.destroy()
          })
        ),
        exchangeBy
      )
)
