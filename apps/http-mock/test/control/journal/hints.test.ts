import { assert, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { Control } from "../../../src/library/Control.ts"
import { controlled, controlOf } from "../../support/control.ts"
import { last } from "../../support/journal.ts"
import { asAda, asUser, key, logIn, send } from "../../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

const hintOf = (...[method, path, sent]: Parameters<typeof send>) =>
  Effect.andThen(
    send(method, path, sent),
    Effect.map(last, ({ hint }) => hint)
  )

layer(controlled())("the hint of an entry", (it) => {
  it.effect("names the path that was probably meant", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      assert.match((yield* hintOf("GET", "/v1/calls", { headers })) ?? "", /The nearest is GET \/api\/v1\/calls\./)
      assert.match(
        (yield* hintOf("GET", "/api/api/v1/calls", { headers })) ?? "",
        /The nearest is GET \/api\/v1\/calls\./
      )
      assert.match(
        (yield* hintOf("GET", "/api/v1/enterprise/users", { headers })) ?? "",
        /nearest is GET \/api\/v1r1\/enterprise\/users/
      )
      assert.match((yield* hintOf("GET", "/api/v1r1/calls", { headers })) ?? "", /nearest is GET \/api\/v1\/calls/)
    })
  )

  it.effect("names the header for the API key", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      const hintWith = (headers: Record<string, string>, query = "") =>
        hintOf("GET", `${users}${query}`, { headers: { authorization: token, ...headers } })
      assert.match((yield* hintWith({ "x-api-key": "demo-api-key" })) ?? "", /in the header x-api-key/)
      assert.match((yield* hintWith({}, "?key=demo-api-key")) ?? "", /in the parameter key of the query/)
      assert.match((yield* hintWith({ "x-service-api-key": "" })) ?? "", /an empty header x-service-api-key/)
      assert.match((yield* hintWith({ "x-service-api-key": "Bearer demo-api-key" })) ?? "", /the API key alone/)
      assert.match((yield* hintWith({ "x-service-api-key": token })) ?? "", /carries a user token/)
      const { json } = yield* send("GET", users, { headers: { authorization: token, "x-api-key": "demo-api-key" } })
      assert.strictEqual(
        json.message,
        "The API key is missing. Send it in the header x-service-api-key, not in the header x-api-key."
      )
    })
  )

  it.effect("explains why the token is invalid", () =>
    Effect.gen(function* () {
      const { clock, state } = yield* Control
      const { refresh, token } = yield* logIn()
      const { token: european } = yield* logIn(undefined, "eu")
      const hintWith = (authorization: string) => hintOf("GET", users, { headers: asUser(authorization) })
      assert.match((yield* hintWith(european)) ?? "", /of the region eu; the request is to us/)
      assert.match((yield* hintWith("")) ?? "", /authorization without a token/)
      assert.match((yield* hintWith(refresh)) ?? "", /carries a refresh token/)
      assert.match((yield* hintWith("pat-demo-ada")) ?? "", /carries a personal access token/)
      assert.match((yield* hintWith("demo-api-key")) ?? "", /carries the API key/)
      assert.match((yield* hintWith("Basic YTpi")) ?? "", /or Bearer, a space/)
      assert.match((yield* hintOf("GET", users, { headers: { ...key, "x-user-token": token } })) ?? "", /x-user-token/)
      const foreign = yield* send("POST", "/api/v1r1/auth", {
        headers: { ...key, "x-mock-tenant": "other" },
        body: { email: "ada", password: "correct-horse" }
      })
      assert.match((yield* hintWith(foreign.json.token)) ?? "", /of the tenant other, region us/)
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
      const endless = `${part({ alg: "HS256" })}.${part({ exp: -1e300 })}.AAAA`
      assert.isUndefined(yield* hintWith(endless))
      yield* clock.change({
        payload: { set: DateTime.makeUnsafe("2030-01-01T00:00:00Z").pipe(DateTime.toUtc), scale: 0 }
      })
      const { token: brief } = yield* logIn()
      yield* clock.change({ payload: { advance: Duration.days(31) } })
      assert.match((yield* hintWith(brief)) ?? "", /expired at 2030-01-31T00:00:00.000Z/)
      yield* state.branch({ params: { name: "current" }, payload: { tenant: "twin" } })
      const inTwin = hintOf("GET", users, { headers: { ...asUser(brief), "x-mock-tenant": "twin" } })
      assert.match((yield* Effect.provide(inTwin, controlOf("twin"))) ?? "", /expired at 2030-01-31T00:00:00.000Z/)
      yield* clock.reset()
    })
  )

  it.effect("explains the encoding of a filter that matches nothing", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const hintWith = (filter: string) => hintOf("GET", `${users}?filter=${filter}`, { headers })
      assert.match((yield* hintWith("email%3Da+b%40example.com")) ?? "", /\+ that is read as a space/)
      assert.match((yield* hintWith("email=nobody%40example.com")) ?? "", /not percent-encoded/)
      assert.isUndefined(yield* hintWith("email=grace%40example.com"))
      assert.isUndefined(yield* hintWith("email%3Dnobody%40example.com"))
    })
  )
})
