import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"

import { Auth } from "../../src/Auth.ts"
import * as Client from "../../src/Client.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import * as HttpEffect from "../../src/HttpEffect.ts"
import { Invitations } from "../../src/Invitations.ts"
import * as Metrics from "../../src/Metrics.ts"
import { RawRequests } from "../../src/RawRequests.ts"
import { Registration } from "../../src/Registration.ts"
import { Session } from "../../src/Session.ts"
import { Tokens } from "../../src/Tokens.ts"
import { httpOf, region, withoutRetries } from "../support/wire.ts"
import type { Echo } from "./echoes.ts"
import { echoes } from "./echoes.ts"
import { holds, observed, shown } from "./observed.ts"

const canary = "cAnaRy"

const inHeader = `/+=cAnaRy"&<'%41\\9 ~`
const secrets = {
  "API key": `key${inHeader}`,
  token: `tok${inHeader}`,
  "refresh token": `ref${inHeader}ü`,
  password: `pas${inHeader}päss wörd 😀`,
  "personal access token": `pat${inHeader}`,
  "confirmation token": `con${inHeader}`,
  "contact's token": `ctk${inHeader}`,
  "token asked about": `ask${inHeader}`,
  "invite URL": `https://invite.example/w/cAnaRy-d3m0?with=cAnaRy-p4r4m`
} as const

const redacted = (name: keyof typeof secrets) => Redacted.make<string>(secrets[name])

const credentials = { email: "ada@example.com", password: redacted("password") }

const ofSession = <A, E, R>(use: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* (yield* Session).start({ token: redacted("token") })
    return yield* use
  })

const users = Effect.flatMap(EnterpriseUsers, (service) => service.list())

type Act = Effect.Effect<unknown, unknown, Client.Client>

/** The calls that send each secret, on operations of each error form. */
const calls: ReadonlyArray<readonly [keyof typeof secrets, Act]> = [
  ["API key", Effect.flatMap(Auth, (auth) => auth.anonymous())],
  ["API key", ofSession(users)],
  ["token", ofSession(users)],
  ["refresh token", Effect.flatMap(Auth, (auth) => auth.refresh(redacted("refresh token")))],
  ["password", Effect.flatMap(Auth, (auth) => auth.logIn(credentials))],
  ["password", Effect.flatMap(Auth, (auth) => auth.logInV1R1(credentials))],
  [
    "password",
    Effect.flatMap(Registration, ({ register }) => register({ user_info: { ...credentials, name: "Ada" } }))
  ],
  [
    "personal access token",
    Effect.flatMap(Session, (session) => session.logInWithToken(redacted("personal access token")))
  ],
  ["confirmation token", Effect.flatMap(Registration, ({ confirm }) => confirm(redacted("confirmation token")))],
  ["token asked about", Effect.flatMap(Tokens, ({ info }) => info(redacted("token asked about")))],
  [
    "contact's token",
    ofSession(Effect.flatMap(Invitations, ({ session }) => session({ contact_tokens: [redacted("contact's token")] })))
  ],
  [
    "password",
    Effect.flatMap(RawRequests, ({ request }) =>
      request("POST", "/v2/people", { body: { password: secrets.password }, takesUserToken: false })
    )
  ],
  [
    "token asked about",
    ofSession(
      Effect.flatMap(RawRequests, ({ request }) =>
        request("GET", "/v2/people", { query: { api_key: secrets["token asked about"] } })
      )
    )
  ],
  ["invite URL", Effect.flatMap(Auth, (auth) => auth.fromUrl(secrets["invite URL"]))]
]

const statuses = [200, 302, 400, 401, 403, 500]

const clientOf = (http: HttpClient.HttpClient) =>
  Client.layer.pipe(
    Layer.provide([region({ apiKey: redacted("API key") }), HttpEffect.layer, Metrics.layer]),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http)),
    Layer.provide(withoutRetries)
  )

const leaksOf = <R>(what: string, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.map(observed(act), ({ exit, text }) => {
    const at = text.indexOf(canary)
    return Exit.isFailure(exit) && holds(text, canary) ? [`${what}: ${text.slice(Math.max(0, at - 60), at + 60)}`] : []
  })

/** What leaks where a body echoes the secret of each call; `turn` is the status that each new client meets first. */
const echoed = (echo: Echo, turn: number) =>
  Effect.forEach(calls, ([name, act]) => {
    const inTurn = [...statuses.slice(turn), ...statuses.slice(0, turn)]
    let status = 0
    const { http } = httpOf(() => new Response(echo(secrets[name]), { status }))
    return Effect.forEach(inTurn, (next) => {
      status = next
      return leaksOf(`${name}, ${next}`, act)
    }).pipe(Effect.provide(clientOf(http)))
  })

describe("an answer that echoes a secret of the call", () => {
  const forms = Object.entries(echoes).map(([form, echo], index) => [form, echo, index % statuses.length] as const)

  it.effect.each(forms)("as %s leaves it in no error, span or log", ([, echo, turn]) =>
    Effect.map(echoed(echo, turn), (leaks) => assert.deepStrictEqual(leaks.flat(2), []))
  )
})

const failing: Readonly<Record<string, (secret: string) => unknown>> = {
  "an invalid header": (secret) => new TypeError(`Headers.append: "${secret}" is an invalid header value.`),
  "a cause of its cause": (secret) => new TypeError("fetch failed", { cause: new Error(`bad ${secret}`) }),
  "an address": (secret) => new Error(`connect failed for https://us.example.com/?v=${encodeURIComponent(secret)}`),
  "a text": (secret) => secret,
  "an object": (secret) => ({ toString: () => `headers: ${secret}` })
}

describe("a connection that fails", () => {
  it.effect.each(Object.entries(failing))("leaves the secret in no error about %s", ([, causeOf]) =>
    Effect.gen(function* () {
      const leaks = yield* Effect.forEach(calls, ([name, act]) =>
        leaksOf(
          name,
          Effect.provide(
            act,
            clientOf(
              HttpClient.make((request) =>
                Effect.fail(
                  new HttpClientError.HttpClientError({
                    reason: new HttpClientError.TransportError({ request, cause: causeOf(secrets[name]) })
                  })
                )
              )
            )
          )
        )
      )
      assert.deepStrictEqual(leaks.flat(), [])
    })
  )
})

describe("the metrics of calls that failed", () => {
  it.effect("hold no secret", () =>
    Effect.map(Metric.snapshot, (metrics) => {
      assert.include(shown(metrics), "error.type")
      assert.isFalse(holds(shown(metrics), canary))
    })
  )
})

describe("another call's answer", () => {
  const occurrences = (secret: string) =>
    new Response(JSON.stringify({ code: 7, message: `Not ${secret}`, name: "generic" }), { status: 400 })

  it.effect("shows no password that somebody logged in with, nor the tokens that came of it", () => {
    const shown: Array<string> = [secrets.password, secrets.token, secrets["refresh token"]]
    const { http } = httpOf(({ path }) =>
      path.endsWith("/v1/auth")
        ? Response.json({ token: secrets.token, refresh: secrets["refresh token"] })
        : occurrences(shown.join(" and "))
    )
    return Effect.gen(function* () {
      yield* (yield* Session).logIn(credentials)
      const { exit, text } = yield* observed(users)
      assert.isTrue(Exit.isFailure(exit))
      assert.include(text, "Not … and … and …")
      assert.isFalse(holds(text, canary))
    }).pipe(Effect.provide(clientOf(http)))
  })
})

describe("input that does not fit", () => {
  // as a program without types calls it
  const untyped: ReadonlyArray<readonly [string, unknown]> = [
    ["a password as text", { email: "ada@example.com", password: canary }],
    ["a password as a number's place", { email: 5, password: Redacted.make(canary) }],
    ["a password for everything", canary],
    ["a password in a list", { email: "ada@example.com", password: [canary] }],
    ["a password that is an object", { email: "ada@example.com", password: Redacted.make({ value: canary }) }]
  ]

  it.effect.each(untyped)("shows no secret: %s", ([, input]) => {
    const { http, sent } = httpOf(() => new Response("", { status: 500 }))
    const act: Act = Effect.flatMap(Auth, ({ logIn }) => Reflect.apply(logIn, undefined, [input]))
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* leaksOf("input", Effect.provide(act, clientOf(http))), [])
      assert.strictEqual(sent.length, 0)
    })
  })
})
