import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as Drift from "../src/Drift.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import type { Drift as Found } from "../src/Errors.ts"
import { Invitations } from "../src/Invitations.ts"
import { Registration } from "../src/Registration.ts"
import { Session } from "../src/Session.ts"
import { json, wire } from "./support/wire.ts"

const user = UserId.make(7)

const acts = {
  provision: Effect.flatMap(EnterpriseUsers, (users) => users.provision({ name: "Ada" })),
  update: Effect.flatMap(EnterpriseUsers, (users) => users.update(user, { active: false })),
  remove: Effect.flatMap(EnterpriseUsers, (users) => users.remove(user)),
  invite: Effect.flatMap(Invitations, (invitations) => invitations.session({}))
}

const empty = {
  register: Effect.flatMap(Registration, (registration) =>
    registration.register({ user_info: { email: "a@example.com", name: "A", password: Redacted.make("correct") } })
  ),
  personalRoom: Effect.flatMap(Invitations, (invitations) => invitations.personalRoom({ email: "a@b.c", name: "A" }))
}

const answering = (response: () => Response) => {
  const { layer } = wire(response)
  const found: Array<Found> = []
  const report = Layer.succeed(Drift.Report, (drift: Found) => Effect.sync(() => found.push(drift)))
  const run = <A, E, R>(act: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Session, (session) => session.start({ token: Redacted.make("token-1") })).pipe(
      Effect.andThen(act),
      Effect.provide(Layer.merge(layer, report))
    )
  return { found, run }
}

const rowsOf = (effects: object) => Object.keys(effects)

const name = (of: string) => of

describe("an answer that the interface does not show", () => {
  it.effect.each(
    rowsOf({ ...acts, ...empty }).flatMap((act) =>
      [200, 201, 202, 203, 204, 206, 226].map((status) => [act, status] as const)
    )
  )("is a success of %s with %i", ([act, status]) =>
    Effect.gen(function* () {
      const all: Record<string, Effect.Effect<unknown, unknown, any>> = { ...acts, ...empty }
      yield* answering(() => new Response(null, { status })).run(all[name(act)] ?? Effect.die(act))
    })
  )

  it.effect.each(rowsOf({ ...acts, ...empty }))("does not treat an error object as a success of %s", (act) =>
    Effect.gen(function* () {
      const all: Record<string, Effect.Effect<unknown, any, any>> = { ...acts, ...empty }
      for (const body of [
        { code: 1009, message: "The e-mail address is taken." },
        { code: 1009, message: "The e-mail address is taken.", name: "generic" }
      ]) {
        const error: any = yield* Effect.flip(answering(() => json(200, body)).run(all[act] ?? Effect.die(act)))
        assert.deepInclude(error, { _tag: "UnexpectedAnswer", status: 200 })
        assert.match(error.message, /an error, code 1009: The e-mail address is taken\./)
      }
    })
  )

  it.effect.each(
    rowsOf({ ...acts, ...empty }).flatMap((act) =>
      [
        ["text/plain", "\n<!doctype html><p>Log in"],
        ["text/html; charset=utf-8", "<p>Log in</p>"],
        ["application/json", '{"id":7,"na'],
        ["application/problem+json; charset=utf-8", "gateway"]
      ].map(([type = "", body = ""]) => [act, type, body] as const)
    )
  )("does not treat a broken answer as a success of %s: %s, %j", ([act, type, body]) =>
    Effect.gen(function* () {
      const all: Record<string, Effect.Effect<unknown, any, any>> = { ...acts, ...empty }
      const answer = () => new Response(body, { status: 201, headers: { "content-type": type } })
      const error: any = yield* Effect.flip(answering(answer).run(all[act] ?? Effect.die(act)))
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status: 201, mayHaveHappened: true })
      assert.match(error.message, /a body that is not JSON: .* Check before you send it again\.$/)
    })
  )

  it.effect("is a success if it is a text, or a space that is called JSON or HTML", () =>
    Effect.gen(function* () {
      for (const [type, body] of [
        ["text/plain", "OK"],
        ["application/json", " "],
        ["text/html", " "]
      ] as const) {
        const answer = () => new Response(body, { headers: { "content-type": type } })
        assert.strictEqual((yield* answering(answer).run(acts.update)).body, body)
      }
    })
  )

  it.effect.each(rowsOf({ ...acts, ...empty }))("does not treat a redirect as a success of %s", (act) =>
    Effect.gen(function* () {
      const all: Record<string, Effect.Effect<unknown, any, any>> = { ...acts, ...empty }
      const redirect = () => new Response(null, { status: 302, headers: { location: "https://login.example.com/" } })
      const error: any = yield* Effect.flip(answering(redirect).run(all[act] ?? Effect.die(act)))
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status: 302 })
    })
  )

  it.effect.each(["bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJVc2VyOjEifQ.c2ln", "The token: eyJustWords is bad"])(
    "does not quote a token that such an error object holds: %s",
    (message) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(answering(() => json(200, { code: 1, message })).run(acts.remove))
        assert.notInclude(error.message, "eyJ")
      })
  )

  it.effect("decodes an entry that also has a code and a message", () =>
    Effect.gen(function* () {
      const { entry } = yield* answering(() => json(200, { id: 7, code: 3, message: "Hi" })).run(acts.update)
      assert.deepStrictEqual<unknown>(Option.getOrUndefined(entry), { id: 7 })
    })
  )

  it.effect("keeps the entry whose optional field drifted, and reports the field", () =>
    Effect.gen(function* () {
      const body = { id: 7, name: "Ada", active: "yes" }
      const { found, run } = answering(() => json(200, body))
      const answer = yield* run(acts.update)
      assert.deepStrictEqual<unknown>(Option.getOrUndefined(answer.entry), { id: 7, name: "Ada" })
      assert.deepStrictEqual(answer.body, body)
      assert.deepStrictEqual(
        found.map(({ got, operation, path }) => [operation, path, got]),
        [["EnterpriseUsers.update", "active", "a string"]]
      )
    })
  )

  it.effect("fails on it under strict decoding", () =>
    Effect.gen(function* () {
      const { run } = answering(() => json(200, { id: 7, active: "yes" }))
      const error = yield* Effect.flip(Effect.provide(run(acts.update), Drift.layerStrict))
      assert.strictEqual(error._tag, "Drifted")
    })
  )

  it.effect.each([[{}], [{ id: "seven" }], [[]], ["OK"], [null], [{ message: "done" }]])(
    "has no entry in %j",
    ([body]) =>
      Effect.gen(function* () {
        const { found, run } = answering(() => json(200, body))
        const answer = yield* run(acts.update)
        assert.deepStrictEqual(answer, { entry: Option.none(), body })
        assert.deepStrictEqual(found, [])
      })
  )

  it.effect("shows no token of its body or entry", () =>
    Effect.gen(function* () {
      const { run } = answering(() => json(200, { id: 7, token: "canary-1", session: { refresh: "canary-2" } }))
      for (const answer of [yield* run(acts.update), yield* run(acts.invite)]) {
        assert.notMatch(`${JSON.stringify(answer)} ${inspect(answer, { depth: null, showHidden: true })}`, /canary/)
      }
      const { body }: { readonly body: any } = yield* run(acts.update)
      assert.strictEqual(Redacted.value(body.token), "canary-1")
    })
  )

  it.effect.each([
    ["a short", 1],
    ["a long", 30_000]
  ] as const)("shows no secret that was sent where %s body has it under a name of no secret", ([, length]) =>
    Effect.gen(function* () {
      const { run } = answering(() => json(200, { echo: "token-1", filler: "x".repeat(length) }))
      const { body } = yield* run(acts.remove)
      assert.notInclude(`${JSON.stringify(body)} ${inspect(body, { depth: null, showHidden: true })}`, "token-1")
    })
  )
})
