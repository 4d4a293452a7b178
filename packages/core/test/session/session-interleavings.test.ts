import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import { Session } from "../../src/Session.ts"
import type { Tokens } from "../../src/TokenStore.ts"
import { TokenStore } from "../../src/TokenStore.ts"
import { expired, isRefresh, page, refused, wireOver } from "../support/session.ts"
import { json } from "../support/wire.ts"

const Step = Schema.Struct({
  act: Schema.Literals([
    "call",
    "call",
    "call",
    "stopped call",
    "expire",
    "log in ada",
    "log in bob",
    "log out",
    "rest"
  ]),
  /** Turns that its answer takes, or that pass before it is stopped. */
  turns: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
})
type Step = typeof Step.Type

const steps = Schema.Array(Step).check(Schema.isMaxLength(40))

const pass = (turns: number) => Effect.forEach(Array.from({ length: turns }), () => Effect.yieldNow, { discard: true })

/** A service whose refresh tokens work once only; a token is `<user>.<number>`. */
const serving = (turnsOf: (index: number) => number) => {
  let issued = 0
  let expiredBelow = 0
  const spent = new Set<string>()
  const reused: Array<string> = []
  const sentAs = new Map<string, Array<string>>()
  const issue = (user: string) => ({ token: `${user}.${++issued}`, refresh: `${user}.r${issued}` })
  return {
    reused,
    sentAs,
    issue,
    expire: () => {
      expiredBelow = issued
    },
    answer: (request: Parameters<typeof isRefresh>[0], index: number) =>
      Effect.suspend(() => {
        if (isRefresh(request)) {
          const refresh: string = JSON.parse(request.body).refresh_token
          if (spent.has(refresh)) {
            reused.push(refresh)
            return Effect.succeed(refused())
          }
          spent.add(refresh)
          return Effect.succeed(json(200, issue(refresh.split(".")[0] ?? "")))
        }
        const [user = "", number] = (request.headers.authorization ?? "").split(".")
        const call = new URL(request.url).searchParams.get("page") ?? ""
        sentAs.set(call, [...(sentAs.get(call) ?? []), user])
        return Effect.succeed(Number(number) > expiredBelow ? json(200, page) : expired())
      }).pipe(Effect.tap(() => pass(turnsOf(index))))
  }
}

/** A store whose operations take up to so many turns, each another number. */
const storeThatTakes = (most: number) => {
  const stored: { tokens: Tokens | undefined } = { tokens: undefined }
  let requested = 0
  const later = <A>(act: () => A) =>
    Effect.suspend(() => Effect.andThen(pass(most === 0 ? 0 : (requested++ * 7) % (most + 1)), Effect.sync(act)))
  const set = (tokens: Tokens | undefined) =>
    later(() => {
      stored.tokens = tokens
    })
  const store = TokenStore.of({
    load: later(() => Option.fromNullishOr(stored.tokens)),
    save: set,
    clear: set(undefined),
    exclusive: (effect) => effect
  })
  return { stored, layer: Layer.succeed(TokenStore, store) }
}

const holds = (program: ReadonlyArray<Step>, storeTurns: number) =>
  Effect.gen(function* () {
    const service = serving((index) => program[index % Math.max(1, program.length)]?.turns ?? 0)
    const { stored, layer: store } = storeThatTakes(storeTurns)
    const { layer } = wireOver(store, service.answer)
    yield* Effect.gen(function* () {
      const session = yield* Session
      const users = yield* EnterpriseUsers
      const begunAs = new Map<string, string>()
      let changing = 0
      let calls = 0
      const logIn = (user: string) => {
        const { refresh, token } = service.issue(user)
        return session.start({ token: Redacted.make(token), refresh: Redacted.make(refresh) })
      }
      const change = <A, E>(act: Effect.Effect<A, E>) =>
        Effect.acquireUseRelease(
          Effect.sync(() => changing++),
          () => act,
          () => Effect.sync(() => changing--)
        )
      const call = Effect.suspend(() => {
        const id = String(++calls)
        if (changing === 0 && stored.tokens) begunAs.set(id, Redacted.value(stored.tokens.token).split(".")[0] ?? "")
        return Effect.match(users.list({ page: calls }), { onFailure: ({ _tag }) => _tag, onSuccess: () => "Success" })
      })
      const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
      const fork = (effect: Effect.Effect<unknown, unknown>) =>
        Effect.tap(Effect.forkChild(effect), (fiber) => Effect.sync(() => fibers.push(fiber)))
      yield* logIn("ada")
      for (const { act, turns } of program) {
        if (act === "call") yield* fork(call)
        else if (act === "stopped call") {
          const fiber = yield* Effect.forkChild(call)
          yield* pass(turns)
          yield* Fiber.interrupt(fiber)
        } else if (act === "expire") service.expire()
        else if (act === "log out") yield* fork(change(session.logOut))
        else if (act === "rest") yield* pass(turns)
        else yield* fork(change(logIn(act.slice("log in ".length))))
      }
      const ends = yield* Effect.forEach(fibers, Fiber.join)
      assert.includeMembers(["Success", "SessionEnded", undefined], ends)
      assert.deepStrictEqual(service.reused, [])
      for (const [id, users] of service.sentAs) {
        assert.lengthOf(new Set(users), 1)
        assert.include([users[0], undefined], begunAs.get(id))
      }
      // the current user is still logged in, with a session that can be renewed
      yield* pass(100)
      service.expire()
      assert.strictEqual(yield* call, stored.tokens === undefined ? "SessionEnded" : "Success")
    }).pipe(Effect.provide(layer))
  })

describe("a session", () => {
  it.effect.each([
    ["in memory", 0, 1],
    ["that takes its time", 3, 2],
    ["that takes more of it", 9, 3]
  ] as const)(
    "loses no refresh token and sends no call as another user in any interleaving, over a store %s",
    ([, storeTurns, seed]) =>
      Effect.gen(function* () {
        const result = yield* Arbitrary.checkEffect(
          Arbitrary.schema(steps),
          (program) => Effect.map(Effect.exit(holds(program, storeTurns)), Exit.isSuccess),
          { runs: 150, seed }
        )
        assert.strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
      }),
    60_000
  )
})
