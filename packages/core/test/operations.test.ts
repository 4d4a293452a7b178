import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import { CallId } from "../src/Calls.ts"
import { operations } from "../src/Contract.ts"
import type { OperationId } from "../src/Contract.ts"
import type { UserId } from "../src/EnterpriseUsers.ts"
import type { OnCallGroupId } from "../src/OnCallGroups.ts"
import type { PersonalAccessTokenId } from "../src/PersonalAccessTokens.ts"
import { Session } from "../src/Session.ts"
import * as Testing from "../src/testing.ts"
import { documented, ids, services } from "./support/documented.ts"
import type { Act, Sdk } from "./support/documented.ts"
import { json, wire } from "./support/wire.ts"

/** Acts as a logged-in user. */
const acting = <A, E>(act: Act<A, E>) =>
  Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    return yield* act(yield* services)
  })

/** Returns the requests of an act that gets one answer every time. */
const sentBy = Effect.fnUntraced(function* <A, E>(answer: () => Response, act: Act<A, E>) {
  const { layer, sent } = wire(answer)
  yield* acting(act).pipe(Effect.provide(layer))
  return sent.map(({ body, method, path }) => `${method} ${path} ${body}`.trim())
})

const aCall = () => json(200, { session: "call_1" })
const aToken = () => json(200, { id: 3 })

const assertRefused = <E extends { readonly _tag: string }>(act: Act<unknown, E>) => {
  const { layer, sent } = wire(aCall)
  return Effect.gen(function* () {
    const error = yield* Effect.flip(acting(act))
    assert.strictEqual(error._tag, "InvalidRequest")
    assert.strictEqual(sent.length, 0)
  }).pipe(Effect.provide(layer))
}

describe("operations", () => {
  it("are those of the interface", () => {
    assert.deepStrictEqual(
      Object.fromEntries(operations.map(({ id, method, path, section }) => [id, [section, `${method} ${path}`]])),
      Record.map(documented, ({ route, section }) => [section, route])
    )
  })

  it.effect.each(
    Record.toEntries(documented).map(([id, { act, route, section }]) => [section, route, id, act] as const)
  )("%s: %s is sent by %s", ([, , id, act]) =>
    Effect.gen(function* () {
      yield* acting(act)
      const sent = yield* (yield* Testing.Requests).all
      assert.deepStrictEqual(
        sent.map(({ operation }) => operation),
        [id]
      )
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("does not take the recent calls for a call of that name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* sentBy(
          () => json(200, []),
          ({ calls }) => calls.recent
        ),
        ["GET /api/v1/calls/recent"]
      )
      assert.deepStrictEqual(yield* sentBy(aCall, ({ calls }) => calls.read(ids.call_id)), ["GET /api/v1/calls/call_1"])
    })
  )
})

describe("path parameters", () => {
  it.effect.each([
    ["a/b c", "a%2Fb%20c"],
    ["a?b#c", "a%3Fb%23c"],
    ["../users", "..%2Fusers"],
    ["%2e%2e", "%252e%252e"],
    ["...", "..."],
    ["ü😀", "%C3%BC%F0%9F%98%80"]
  ] as const)("sends %j as %s", ([text, segment]) =>
    Effect.gen(function* () {
      const id = CallId.make(text)
      assert.deepStrictEqual(yield* sentBy(aCall, ({ calls }) => calls.read(id)), [`GET /api/v1/calls/${segment}`])
      assert.deepStrictEqual(yield* sentBy(aCall, ({ calls }) => calls.events(id)), [
        `GET /api/v1/calls/${segment}/events`
      ])
      assert.deepStrictEqual(yield* sentBy(aToken, ({ pats }) => pats.read(text)), [
        `GET /api/v1r1/personal_access_token/${segment}`
      ])
    })
  )

  it.effect.each([[""], ["."], [".."], ["call_\uD800"]] as const)("refuses %j before anything is sent", ([text]) =>
    Effect.gen(function* () {
      assert.throws(() => CallId.make(text))
      const id = text as CallId
      yield* assertRefused(({ calls }) => calls.read(id))
      yield* assertRefused(({ calls }) => calls.annotate(id, {}))
      yield* assertRefused(({ calls }) => calls.eventStream(id))
      yield* assertRefused(({ calls }) => calls.events(id))
      yield* assertRefused(({ pats }) => pats.read(text))
    })
  )

  it.effect.each([[1.5], [Number.NaN], [Number.POSITIVE_INFINITY]] as const)("refuses the integer %d", ([id]) =>
    Effect.gen(function* () {
      yield* assertRefused(({ users }) => users.remove(id as UserId))
      yield* assertRefused(({ users }) => users.update(id as UserId, {}))
      yield* assertRefused(({ groups }) => groups.favorite(id as OnCallGroupId))
      yield* assertRefused(({ groups }) => groups.unfavorite(id as OnCallGroupId))
      yield* assertRefused(({ pats }) => pats.remove(id as PersonalAccessTokenId))
    })
  )

  it.effect("are a text to read a personal access token by, and an integer to remove it by", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* sentBy(aToken, ({ pats }) => pats.read("007")), [
        "GET /api/v1r1/personal_access_token/007"
      ])
      assert.deepStrictEqual(yield* sentBy(aToken, ({ pats }) => pats.remove(ids.id)), [
        "DELETE /api/v1r1/personal_access_token/3"
      ])
    })
  )
})

describe("alternative ids", () => {
  it.effect.each(["alt1_id", "alt2_id", "alt3_id"] as const)("sends %s of 512 characters, and none of 513", (name) =>
    Effect.gen(function* () {
      const annotate =
        (length: number, character = "x") =>
        ({ calls }: Sdk) =>
          calls.annotate(ids.call_id, { [name]: character.repeat(length) })
      assert.deepStrictEqual(yield* sentBy(() => json(200, "ok"), annotate(512)), [
        `PUT /api/v1/calls/call_1 {"${name}":"${"x".repeat(512)}"}`
      ])
      assert.lengthOf(yield* sentBy(() => json(200, "ok"), annotate(512, "😀")), 1)
      yield* assertRefused(annotate(513))
      yield* assertRefused(annotate(513, "😀"))
    })
  )
})

describe("bare string answers", () => {
  const texts = ["Auth.enterprise", "Calls.annotate", "OnCallGroups.favorite", "OnCallGroups.unfavorite"] as const
  const text = "ENT.a-b_c"
  const answers = {
    quoted: () => json(200, text),
    "unquoted as text": () => new Response(text, { headers: { "content-type": "text/plain" } }),
    "unquoted as JSON": () => new Response(text, { headers: { "content-type": "application/json" } })
  }

  it.effect.each(texts.flatMap((id) => Object.entries(answers).map(([form, answer]) => [id, form, answer] as const)))(
    "%s takes the string, %s",
    ([id, , answer]) =>
      Effect.gen(function* () {
        const taken = yield* acting(documented[id].act).pipe(Effect.provide(wire(answer).layer))
        assert.strictEqual(Redacted.isRedacted(taken) ? Redacted.value(taken) : taken, text)
      })
  )

  it.effect.each(texts.flatMap((id) => ['"ENT.a', '{"a":', "<html><p>Log in"].map((body) => [id, body] as const)))(
    "%s does not take a cut text, an object or a page: %s",
    ([id, body]) =>
      Effect.gen(function* () {
        const answer = () => new Response(body, { headers: { "content-type": "application/json" } })
        const error: any = yield* Effect.flip(acting(documented[id].act).pipe(Effect.provide(wire(answer).layer)))
        assert.deepInclude(error, { _tag: "UnexpectedAnswer", status: 200, mayHaveHappened: true })
      })
  )
})

describe("answers without a body", () => {
  const answers = {
    "an empty body": () => new Response(""),
    "{}": () => json(200, {}),
    '""': () => json(200, ""),
    null: () => json(200, null),
    OK: () => new Response("OK", { headers: { "content-type": "text/plain" } }),
    "a 204": () => new Response(null, { status: 204 })
  }
  const empty: ReadonlyArray<OperationId> = [
    "Registration.register",
    "Registration.registerV1R1",
    "Registration.registerEnterprise",
    "Registration.resendConfirmation",
    "Invitations.personalRoom",
    "PersonalAccessTokens.remove"
  ]

  it.effect.each(empty.flatMap((id) => Object.entries(answers).map(([form, answer]) => [id, form, answer] as const)))(
    "%s takes %s for success",
    ([id, , answer]) =>
      Effect.gen(function* () {
        assert.isUndefined(yield* acting(documented[id].act).pipe(Effect.provide(wire(answer).layer)))
      })
  )
})
