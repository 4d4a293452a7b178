import { assert, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { Control } from "../../../src/library/Control.ts"
import { controlled, controlOf } from "../../support/control.ts"
import { last } from "../../support/journal.ts"
import { textAt } from "../../support/json.ts"
import { asAda, asUser, key, logIn, send } from "../../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

const hintOf = (...[method, path, sent]: Parameters<typeof send>) =>
  Effect.andThen(
    send(method, path, sent),
    Effect.map(last, ({ hint }) => hint)
  )

layer(controlled())("the hint of an entry", (it) => {
  it.effect("explains a wrong value of the header for the API key", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      const hintWith = (headers: Record<string, string>, query = "") =>
        hintOf("GET", `${users}${query}`, { headers: { authorization: token, ...headers } })
      assert.match((yield* hintWith({ "x-service-api-key": "Bearer demo-api-key" })) ?? "", /the API key alone/)
      assert.match((yield* hintWith({ "x-service-api-key": token })) ?? "", /carries a user token/)
    })
  )

  it.effect("explains why the token is invalid", () =>
    Effect.gen(function* () {
      const { clock, state } = yield* Control
      const { refresh } = yield* logIn()
      const { token: european } = yield* logIn(undefined, "eu")
      const hintWith = (authorization: string) => hintOf("GET", users, { headers: asUser(authorization) })
      assert.match((yield* hintWith(european)) ?? "", /of the region eu; the request is to us/)
      assert.match((yield* hintWith(refresh)) ?? "", /carries a refresh token/)
      assert.match((yield* hintWith("pat-demo-ada")) ?? "", /carries a personal access token/)
      assert.match((yield* hintWith("demo-api-key")) ?? "", /carries the API key/)
      const foreign = yield* send("POST", "/api/v1r1/auth", {
        headers: { ...key, "x-mock-tenant": "other" },
        body: { email: "ada", password: "correct-horse" }
      })
      assert.match((yield* hintWith(textAt(foreign.json, "token"))) ?? "", /of the tenant other, region us/)
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

  it.effect("is absent if the reason says what is wrong", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      const reasonWith = (path: string, headers: Record<string, string>) =>
        Effect.map(Effect.andThen(send("GET", path, { headers }), last), ({ hint, reason }) => {
          assert.isUndefined(hint)
          return reason ?? ""
        })
      assert.match(yield* reasonWith("/api/api/v1/calls", key), /The nearest is GET \/api\/v1\/calls\./)
      const withKey = (headers: Record<string, string>, query = "") =>
        reasonWith(`${users}${query}`, { authorization: token, ...headers })
      assert.match(yield* withKey({ "x-api-key": "demo-api-key" }), /key is missing.*, not in the header x-api-key\.$/)
      assert.match(yield* withKey({}, "?key=demo-api-key"), /not in the parameter key of the query/)
      assert.match(yield* withKey({ "x-service-api-key": "" }), /The API key is missing/)
      assert.match(yield* reasonWith(users, asUser("")), /The user token is missing/)
      assert.match(yield* reasonWith(users, asUser("Basic YTpi")), /or Bearer, a space/)
      assert.match(yield* reasonWith(users, { ...key, "x-user-token": token }), /not in the header x-user-token/)
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
