import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import { SpanKind } from "@opentelemetry/api"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import type * as Tracer from "effect/Tracer"

import { Auth } from "../src/Auth.ts"
import { EnterpriseUsers } from "../src/EnterpriseUsers.ts"
import * as Metrics from "../src/Metrics.ts"
import { Registration } from "../src/Registration.ts"
import { Session } from "../src/Session.ts"
import { Tokens } from "../src/Tokens.ts"
import { listen } from "./support/listen.ts"
import { keepingTracer } from "./support/tracer.ts"
import type { Answer } from "./support/wire.ts"
import { json, wire } from "./support/wire.ts"

const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }

/** Runs with every span and log line recorded. */
const recorded = <A, E>(effect: Effect.Effect<A, E>) => {
  const { spans, tracer } = keepingTracer()
  const logs: Array<unknown> = []
  const logger = Logger.make((options) => {
    const { cause, logLevel, message } = options
    logs.push(inspect({ logLevel, message, cause: Cause.pretty(cause) }, { depth: 12 }))
  })
  return Effect.map(
    Effect.exit(effect).pipe(
      Effect.withTracer(tracer),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "All")
    ),
    (exit) => ({ exit, logs, spans })
  )
}

const measured = ({ layer, sent }: ReturnType<typeof wire>) => ({ sent, layer: Layer.provide(layer, Metrics.layer) })

const called = (answer: Answer) => {
  const { layer } = measured(wire(answer))
  return recorded(
    Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild((yield* EnterpriseUsers).list({ page: 2 }))
      yield* TestClock.adjust("10 seconds")
      return yield* Fiber.join(call)
    }).pipe(Effect.provide(layer))
  )
}

const attributesOf = (spans: ReadonlyArray<Tracer.Span>, name: string) =>
  Object.fromEntries(spans.find((span) => span.name === name)?.attributes ?? [])

describe("a call", () => {
  it.effect("is one span named by its operation, with route template, region, status and repeats", () =>
    Effect.gen(function* () {
      const { spans } = yield* called((_, index) => (index === 0 ? new Response("", { status: 503 }) : json(200, page)))
      assert.deepStrictEqual(
        spans.map(({ kind, name }) => `${kind} ${name}`),
        ["client EnterpriseUsers.list"]
      )
      assert.deepStrictEqual(attributesOf(spans, "EnterpriseUsers.list"), {
        "http.request.method": "GET",
        "server.address": "us.example.com",
        "server.port": 443,
        "url.full": "https://us.example.com/api/v1r1/enterprise/users?page=2",
        "url.template": "/v1r1/enterprise/users",
        "remote_assist.region": "us",
        "http.response.status_code": 200,
        "http.request.resend_count": 1
      })
    })
  )

  it.live("reaches a collector of OpenTelemetry as a client span", () =>
    Effect.gen(function* () {
      const bodies: Array<string> = []
      const { origin } = yield* listen((request, response) => {
        request.setEncoding("utf8").on("data", (part) => bodies.push(part))
        request.on("end", () => response.end("{}"))
      })
      const exporter = OtlpTracer.layer({ url: `${origin}/v1/traces`, resource: { serviceName: "test" } }).pipe(
        Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer])
      )
      const { layer } = wire(() => json(200, page))
      yield* Effect.gen(function* () {
        yield* (yield* Session).start({ token: Redacted.make("t") })
        yield* (yield* EnterpriseUsers).list({ page: 2 })
      }).pipe(Effect.provide(Layer.provideMerge(layer, exporter)))
      const [{ attributes, kind, name }] = JSON.parse(bodies.join("")).resourceSpans[0].scopeSpans[0].spans
      assert.deepStrictEqual([name, kind], ["EnterpriseUsers.list", SpanKind.CLIENT + 1])
      const valueOf = (key: string) => attributes.find((attribute: any) => attribute.key === key)?.value
      assert.deepStrictEqual(valueOf("server.address"), { stringValue: "us.example.com" })
      assert.deepStrictEqual(valueOf("server.port"), { intValue: 443 })
      assert.deepStrictEqual(valueOf("http.response.status_code"), { intValue: 200 })
      assert.match(valueOf("url.full").stringValue, /^https:\/\/us\.example\.com\/.*\?page=2$/)
    })
  )

  it.effect("names its error in span, log and metric", () =>
    Effect.gen(function* () {
      const { logs, spans } = yield* called(() => json(400, { code: 7, message: "No", name: "generic" }))
      assert.include(attributesOf(spans, "EnterpriseUsers.list"), { "error.type": "ErrorV1R1" })
      assert.match(String(logs), /EnterpriseUsers\.list ErrorV1R1 after/)
      const metrics = yield* Metric.snapshot
      const durations = metrics.filter(({ id }) => id === "http.client.request.duration")
      assert.isTrue(durations.some(({ attributes }) => attributes?.["error.type"] === "ErrorV1R1"))
    })
  )

  const canaries = {
    apiKey: "canary-api-key",
    password: "canary-password",
    token: "canary-token",
    refresh: "canary-refresh",
    personalAccessToken: "canary-pat",
    confirmation: "canary-confirmation"
  }
  const secret = (name: keyof typeof canaries) => Redacted.make(canaries[name])

  const everything = Effect.gen(function* () {
    const session = yield* Session
    const auth = yield* Auth
    yield* Effect.exit(session.logIn({ email: "ada@example.com", password: secret("password") }))
    yield* session.start({ token: secret("token"), refresh: secret("refresh") })
    return yield* Effect.all(
      [
        Effect.exit((yield* EnterpriseUsers).list()),
        Effect.exit(auth.personalAccessToken(secret("personalAccessToken"))),
        Effect.exit(auth.exchange(secret("refresh"))),
        Effect.exit((yield* Tokens).info(secret("token"))),
        Effect.exit((yield* Registration).confirm(secret("confirmation"))),
        Effect.exit(session.renew(secret("token")))
      ],
      { concurrency: "unbounded" }
    )
  })

  const failures: ReadonlyArray<readonly [string, Answer]> = [
    [
      "succeeds",
      (request) => json(200, request.method === "GET" ? page : { token: "canary-token", refresh: "canary-refresh" })
    ],
    [
      "is refused",
      (request) => json(request.path.includes("v1r1") ? 400 : 401, { code: 1, message: "No", name: "generic" })
    ],
    [
      "finds its token expired",
      (request) =>
        request.path.includes("v1r1")
          ? json(400, { code: 1003, message: "x", name: "generic" })
          : json(401, "Token expired")
    ],
    ["meets a proxy", () => new Response("<html>", { status: 502 })],
    ["meets another shape", () => json(200, { unheard: "of" })]
  ]

  it.effect.each(failures)("that %s leaves no secret in spans, logs, metrics or errors", ([, answer]) => {
    const { sent, layer } = measured(wire(answer, { apiKey: secret("apiKey") }))
    return Effect.gen(function* () {
      const run = yield* Effect.forkChild(recorded(Effect.provide(everything, layer)))
      yield* TestClock.adjust("1 minute")
      const { exit, logs, spans } = yield* Fiber.join(run)
      assert.include(JSON.stringify(sent), canaries.token, "the canaries were in use")
      const seen = [
        inspect(exit, { depth: 12 }),
        JSON.stringify(exit),
        String(logs),
        inspect(
          spans.map(({ attributes, status }) => ({
            attributes,
            status: status._tag === "Ended" ? status.exit : status
          })),
          { depth: 12 }
        ),
        inspect(yield* Metric.snapshot, { depth: 12 })
      ].join("\n")
      for (const canary of Object.values(canaries)) assert.notInclude(seen, canary)
    })
  })
})
