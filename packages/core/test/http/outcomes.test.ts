import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:tls"
import type { Server } from "node:tls"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"

import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { BodyLimit } from "../../src/BodyLimit.ts"
import * as Client from "../../src/Client.ts"
import { EnterpriseUsers, UserId } from "../../src/EnterpriseUsers.ts"
import * as HttpEffect from "../../src/HttpEffect.ts"
import * as HttpFetch from "../../src/HttpFetch.ts"
import * as HttpNode from "../../src/HttpNode.ts"
import { Policy } from "../../src/Retry.ts"
import { Session } from "../../src/Session.ts"
import { listen } from "../support/listen.ts"
import { region } from "../support/wire.ts"

const policy = { times: 2, delay: 1, maxRetryAfter: 0, attemptTimeout: "10 seconds", budget: 10 } as const

/** What a call of a client comes to whose body limit is 1,000 bytes. */
const called = <A, E>(
  http: (typeof https)[number][1],
  baseUrl: string,
  act: (users: EnterpriseUsers["Service"]) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    return yield* act(yield* EnterpriseUsers)
  }).pipe(
    Effect.provide(
      Client.layer.pipe(
        Layer.provide([region({ baseUrl }), http]),
        Layer.provide([Layer.succeed(Policy, policy), Layer.succeed(BodyLimit, 1000)])
      )
    )
  )

const outcome = <A, E>(...call: Parameters<typeof called<A, E>>) => Effect.flip(called(...call))

const https = [
  ["fetch", HttpFetch.layer],
  ["node:http", HttpNode.layer],
  ["an HttpClient of Effect", Layer.provide(HttpEffect.layer, FetchHttpClient.layer)]
] as const

/** Serves TLS on a socket of this machine until the scope closes; yields its origin with the wrong protocol. */
const listenTls = Effect.acquireRelease(
  Effect.callback<{ readonly server: Server; readonly origin: string }>((resume) => {
    const server = createServer().listen(0, "127.0.0.1", () =>
      resume(Effect.succeed({ server, origin: `http://127.0.0.1:${Object(server.address()).port}` }))
    )
  }),
  ({ server }) => Effect.sync(() => server.close())
).pipe(Effect.map(({ origin }) => origin))

/** Serves answers, and counts the requests for them. */
const countAnswers = (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const requested = { times: 0 }
  return Effect.map(
    listen((request, response) => {
      requested.times += 1
      request.resume().on("end", () => answer(request, response))
    }),
    ({ close, origin }) => ({ requested, close, origin })
  )
}

const page = JSON.stringify({
  entries: [{ id: 7, name: "Ada" }],
  total_entries: 1,
  total_pages: 1,
  page: 1,
  page_size: 20
})

const encoded: ReadonlyArray<readonly [name: string, encoding: string | undefined, body: Buffer]> = [
  ["as they are", undefined, Buffer.from(page)],
  ["behind a byte order mark", undefined, Buffer.from(`\uFEFF${page}`)],
  ["by gzip", "gzip", gzipSync(page)],
  ["by gzip, in capitals", "GZIP", gzipSync(page)],
  ["by deflate", "deflate", deflateSync(page)],
  ["by Brotli", "br", brotliCompressSync(page)],
  ["twice", "deflate, gzip", gzipSync(deflateSync(page))]
]

const bodies: ReadonlyArray<readonly [string, (response: ServerResponse) => void]> = [
  ["with its length", (response) => response.end("x".repeat(1001))],
  [
    "in chunks",
    (response) => {
      response.write("x".repeat(600))
      response.end("x".repeat(401))
    }
  ]
]

describe.each(https)("an outcome by %s", (_, http) => {
  it.live.each(encoded)("is an answer whose bytes come %s", ([, encoding, body]) =>
    Effect.gen(function* () {
      const { requested, origin } = yield* countAnswers((_, response) => {
        if (encoding !== undefined) response.setHeader("content-encoding", encoding)
        response.end(body)
      })
      const { entries } = yield* called(http, origin, (users) => users.list())
      assert.deepStrictEqual(
        entries.map(({ name }) => name),
        ["Ada"]
      )
      assert.strictEqual(requested.times, 1)
    })
  )

  it.live("is an answer without a body, though it names an encoding", () =>
    Effect.gen(function* () {
      const { origin } = yield* countAnswers((_, response) => {
        response.writeHead(204, { "content-encoding": "gzip" }).end()
      })
      const { body } = yield* called(http, origin, (users) => users.remove(UserId.make(7)))
      assert.isNull(body)
    })
  )

  it.live("may have happened if the connection was lost after a request that changes something", () =>
    Effect.gen(function* () {
      const { requested, origin } = yield* countAnswers((request) => request.socket.destroy())
      const error = yield* outcome(http, origin, (users) => users.provision({ name: "Bob" }))
      assert.strictEqual(error._tag, "ConnectionFailed")
      assert.propertyVal(error, "mayHaveHappened", true)
      assert.strictEqual(requested.times, 1)
    })
  )

  it.live("was sent if the connection was lost after a request that reads, and may be sent again", () =>
    Effect.gen(function* () {
      const { requested, origin } = yield* countAnswers((request) => request.socket.destroy())
      const error = yield* outcome(http, origin, (users) => users.list())
      assert.deepInclude(error, { _tag: "ConnectionFailed", mayHaveHappened: false, wasSent: true })
      assert.match(error.message, /^No answer from .* It can be sent again\.$/)
      assert.strictEqual(requested.times, 3)
    })
  )

  it.live("has not happened if there was no connection", () =>
    Effect.gen(function* () {
      const { close, origin } = yield* countAnswers(() => undefined)
      yield* close
      const error = yield* outcome(http, origin, (users) => users.provision({ name: "Bob" }))
      assert.strictEqual(error._tag, "ConnectionFailed")
      assert.propertyVal(error, "mayHaveHappened", false)
    })
  )

  it.live("has not happened if the server speaks no TLS", () =>
    Effect.gen(function* () {
      const { origin } = yield* countAnswers((_, response) => response.end())
      const error = yield* outcome(http, origin.replace("http:", "https:"), (users) => users.provision({ name: "Bob" }))
      assert.deepInclude(error, { _tag: "ConnectionFailed", mayHaveHappened: false })
      assert.include(
        error.message,
        ": the server answers without TLS. Use http:// in the base address, or the port for https."
      )
    })
  )

  it.live("says what to do if the server expects TLS", () =>
    Effect.gen(function* () {
      const origin = yield* listenTls
      const error = yield* outcome(http, origin, (users) => users.list())
      assert.strictEqual(error._tag, "ConnectionFailed")
      assert.include(
        error.message,
        ". If the service expects https, use https:// in the base address. It can be sent again."
      )
    })
  )

  it.live.each(bodies)("is a body that is too large, %s, and is not retried", ([, answer]) =>
    Effect.gen(function* () {
      const { requested, origin } = yield* countAnswers((_, response) => answer(response))
      const error = yield* outcome(http, origin, (users) => users.list())
      assert.strictEqual(error._tag, "BodyTooLarge")
      assert.propertyVal(error, "limit", 1000)
      assert.strictEqual(requested.times, 1)
    })
  )

  it.live("may have happened if the answer to a request that changes something is too large", () =>
    Effect.gen(function* () {
      const { origin } = yield* countAnswers((_, response) => response.end("x".repeat(1001)))
      const error = yield* outcome(http, origin, (users) => users.provision({ name: "Bob" }))
      assert.deepInclude(error, { _tag: "BodyTooLarge", mayHaveHappened: true })
    })
  )

  it.live("is an error if the body has more than five encodings", () =>
    Effect.gen(function* () {
      const body = [1, 2, 3, 4, 5, 6].reduce((inner) => gzipSync(inner), Buffer.from(page))
      const { origin } = yield* countAnswers((_, response) => {
        response.setHeader("content-encoding", "gzip, gzip, gzip, gzip, gzip, gzip")
        response.end(body)
      })
      assert.strictEqual((yield* outcome(http, origin, (users) => users.list()))._tag, "ConnectionFailed")
    })
  )

  it.live("says that an answer was cut, and blames neither http nor https", () =>
    Effect.gen(function* () {
      const { origin } = yield* countAnswers((_, response) => {
        response.writeHead(200, { "content-length": "900" }).write(page)
        setTimeout(() => response.destroy(), 50)
      })
      const error = yield* outcome(http, origin, (users) => users.list())
      assert.strictEqual(error._tag, "ConnectionFailed")
      assert.include(error.message, ": the connection was closed before the answer was complete. It can be sent again.")
    })
  )

  it.live.each(["gzip", "br"])("says that a body is damaged, or not in %s", (encoding) =>
    Effect.gen(function* () {
      const { origin } = yield* countAnswers((_, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end(page)
      )
      const error = yield* outcome(http, origin, (users) => users.list())
      assert.strictEqual(error._tag, "ConnectionFailed")
      assert.include(error.message, ": the body of the answer is damaged, or does not have its content-encoding (")
    })
  )

  it.live("is lost if the connection is, before any of an encoded body has come", () =>
    Effect.gen(function* () {
      const { origin } = yield* countAnswers((_, response) => {
        response.writeHead(200, { "content-encoding": "gzip", "content-length": "100" }).flushHeaders()
        setTimeout(() => response.destroy(), 50)
      })
      const error = yield* outcome(http, origin, (users) => users.remove(UserId.make(7)))
      assert.strictEqual(error._tag, "ConnectionFailed")
    })
  )

  it.live.each(["a call that is interrupted", "a body that is too large"])("ends the request of %s", (what) =>
    Effect.gen(function* () {
      const [requested, closed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const { origin } = yield* countAnswers((_, response) => {
        response.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        Deferred.doneUnsafe(requested, Effect.void)
        if (what.startsWith("a body")) response.write("x".repeat(1001))
      })
      yield* called(http, origin, (users) =>
        Effect.gen(function* () {
          const call = yield* Effect.forkChild(Effect.exit(users.list()))
          yield* Deferred.await(requested)
          if (what.startsWith("a call")) yield* Fiber.interrupt(call)
          // while the client lives on
          yield* Deferred.await(closed)
        })
      ).pipe(Effect.timeout("4 seconds"))
    })
  )

  it.live("is an answer whose body is as long as it may be", () =>
    Effect.gen(function* () {
      const { origin } = yield* countAnswers((_, response) => {
        response.write(page.padEnd(600))
        response.end("".padEnd(400))
      })
      assert.lengthOf((yield* called(http, origin, (users) => users.list())).entries, 1)
    })
  )
})
