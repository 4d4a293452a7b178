import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUsers, UserId } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorLogsIn,
  administratorScenario,
  eventually,
  Expect,
  provisionedUser,
  restoreAtEnd,
  scenario,
  step,
  Target
} from "@remote-assist/e2e"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { reasonLines } from "../../src/runner/failureText.ts"
import { failureOf } from "../../src/runner/Result.ts"
import type { Result } from "../../src/runner/Result.ts"
import { inProcess } from "../../src/targets/inProcess.ts"
import type { TargetKind } from "../../src/targets/Target.ts"
import { imports } from "../support/reported.ts"
import { prefix, running } from "../support/running.ts"
import { resultsOfSource } from "../support/source.ts"

const textOf = (result: Result | undefined) => {
  const failure = result && failureOf(result)
  return result === undefined || failure === undefined ? "" : reasonLines(result.attempt, failure).join("\n")
}

describe("Run", () => {
  it.effect.each([
    ["an expectation", `Expect.equal("x", 1, 1)`],
    ["an expectation after a condition", `if (one === 1) Expect.isTrue("x", true)`],
    ["an expectation after &&", `one === 1 && Expect.isTrue("x", true)`],
    ["a call in a pipe", `tokens.info().pipe(Effect.asVoid)`],
    ["a call in a function", `Effect.asVoid(tokens.info())`],
    ["a call in a map with a block", `const all = [1].map(() => { return tokens.info() })`],
    ["a call that an existing variable gets", `let page = Effect.void\n  page = tokens.info()`],
    ["a call after a failure", `yield* Effect.exit(Effect.all([Effect.fail("no"), tokens.info()]))`],
    ["a step after a comment", `// such as this\n  step("x", Effect.void)`],
    ["a wait", `eventually("x", Effect.void, () => Expect.isTrue("x", true))`],
    ["a change to restore", `restoreAtEnd("x", Effect.void)`],
    ["temporary data", `temporary({ kind: "x", id: "x", create: Effect.void, remove: Effect.void })`],
    ["a call of the SDK", `tokens.info()`],
    ["a call of the target", `advance("1 hour")`],
    ["a shared step", `provisionedUser()`],
    ["a shared step with an Effect", `withOwnClient(Effect.void)`],
    ["a returned expectation", `return Expect.equal("x", 1, 1)`],
    ["a returned call of the SDK", `return tokens.info()`],
    ["expectations in forEach", `;[1, 2].forEach((n) => Expect.equal("x", n, n))`],
    ["expectations in map", `const list = [1]\n  list.map((n) => Expect.equal("x", n, n))`],
    ["a call whose parts are read", `const { one: found } = tokens.info()`],
    ["a call whose parts are read later", `const page = tokens.info()\n  const { one: found } = page`],
    ["a call whose result is read at once", `const found = tokens.info().one`],
    ["a call whose result has no use", `const page = tokens.info({ page: 2 }) // "page"`],
    [
      "a call whose result has properties",
      `const page = tokens.info()\n  yield* Expect.equal("the page", page.one, undefined)`
    ],
    ["a call whose result fails an expectation", `const page = tokens.info()\n  yield* Expect.equal("x", page.one, 1)`],
    ["a call whose result is part of a request", `const user = tokens.info()\n  yield* users.deactivate(user.id)`],
    ["a call whose result has no properties", `const page = tokens.info()\n  for (const one of page.all) yield* one`]
  ])("fails for %s without yield*, with its line", ([, statement]) =>
    Effect.gen(function* () {
      const [result] = yield* resultsOfSource(
        `${imports.replace("Expect", "Expect, eventually, restoreAtEnd, temporary, withOwnClient")}export default scenario(function* ({ advance, tokens, users }) {\n  const one = yield* Effect.succeed(1)\n  ${statement}\n})`,
        inProcess(prefix)
      )
      assert.match(
        textOf(result),
        /^ {2}Error: This never ran\. Write yield\* before it, or Effect\.suspend\(\(\) => …\) around it if it need not run\.\n {2}at \S+written\.ts:(?:8|9):\d+$/m
      )
    })
  )

  it.effect("says for an Effect that is called to leave out the parentheses", () =>
    Effect.gen(function* () {
      const [result] = yield* resultsOfSource(
        `${imports}export default scenario(function* (all) {\n  yield* all.personalAccessTokens.create()\n})`,
        inProcess(prefix)
      )
      assert.match(
        textOf(result),
        /TypeError: .*create\(…\) is not iterable\. .*, such as all\.personalAccessTokens\.create without \(\) if that is one, or/
      )
    })
  )

  it.effect("shows the failed one of parallel requests", () =>
    Effect.gen(function* () {
      const [result] = yield* running({
        parallel: administratorScenario(function* ({ users }) {
          yield* Effect.all([users.remove(UserId.make(424_242)), users.list()], { concurrency: 2 })
        })
      })
      assert.match(textOf(result), /^ {2}DELETE /m)
    })
  )

  it.effect("passes for Effects in expressions that never run", () =>
    Effect.gen(function* () {
      const [result] = yield* running({
        passing: scenario(function* () {
          const unused = Expect.equal("x", 1, 2)
          yield* Effect.ignore(Effect.andThen(Effect.fail("no"), step("x", unused)))
          const later = [1, 2].map((n) => Expect.equal("x", n, 1))
          yield* Effect.ignore(Effect.all(later))
          yield* restoreAtEnd("x", Effect.asVoid(Expect.equal("x", 1, 1)))
          if (later.length === 0) yield* Effect.suspend(() => unused)
          const retried = Expect.equal("x", 1, 2)
          const piped = retried.pipe(Effect.asVoid)
          yield* Effect.ignore(Effect.andThen(Effect.fail("no"), piped))
          yield* Effect.flatMap(Effect.void, () => {
            return step(
              "y",
              Effect.as(Effect.void, () => Expect.isTrue("z", false))
            )
          })
        })
      })
      assert.strictEqual(textOf(result), "")
      assert.strictEqual(result?.attempt.outcome._tag, "Passed")
    })
  )

  it.effect.each([
    ["removes", { kind: "truncate" }, undefined, []],
    ["removes", { kind: "status", status: 503 }, undefined, []],
    ["lists", { kind: "status", status: 503 }, "taken@example.com", ["user taken@example.com"]]
  ] as const)("%s a user whose provisioning had no answer: %o for %s", ([, does, email, expected]) =>
    Effect.gen(function* () {
      let emails: ReadonlyArray<string> = []
      const [result] = yield* running({
        lost: administratorScenario(function* ({ control, prefix, users }) {
          const { faults } = yield* control
          yield* Effect.orDie(
            faults.make({
              payload: { operations: ["EnterpriseUsers.provision"], does, after: true, when: { first: 1 } }
            })
          )
          yield* Effect.exit(Effect.scoped(provisionedUser(email === undefined ? {} : { email })))
          const { entries } = yield* users.list()
          emails = entries.map((user) => user.email ?? "").filter((one) => one.startsWith(prefix))
        })
      })
      assert.strictEqual(result && failureOf(result)?.kind, expected.length === 0 ? undefined : "CleanUpFailed")
      assert.deepStrictEqual(emails, [])
      assert.deepStrictEqual(
        result?.attempt.leftovers.map(({ id, kind }) => `${kind} ${id}`),
        [...expected]
      )
    })
  )

  it.effect.each([
    [
      "a body without yield*",
      scenario(function* () {
        void Expect.equal("x", 1, 2)
      }),
      /^ {2}TypeError: This scenario ran no step\. Write yield\* before each step\.$/m
    ],
    [
      "the error of a rejected promise",
      scenario(Effect.asVoid(Effect.tryPromise(() => Promise.reject(new Error("it broke"))))),
      /^ {2}Error: it broke$/m
    ],
    [
      "a text as the failure, with its line",
      scenario(function* () {
        yield* Effect.fail("oh no")
      }),
      /^ {2}Failure: oh no\n {2}at \S+Run\.test\.ts:\d+:\d+$/m
    ],
    [
      "an object as the failure, without its secrets",
      scenario(Effect.fail({ code: 5, password: "x" })),
      /^ {2}Failure: \{"code":5,"password":"…"\}$/m
    ],
    [
      "an invalid id",
      scenario(Effect.sync(() => void UserId.make(JSON.parse('"abc"')))),
      /^ {2}Error: Schema validation failed: Expected number/m
    ],
    [
      "a step that is a function",
      scenario(function* () {
        yield* Reflect.apply(step, undefined, ["x", () => Effect.void])
      }),
      /^ {2}TypeError: The step "x" received a value of type function\. Pass an Effect, such as users\.list\(\)\.$/m
    ],
    [
      "a body that is an arrow function with an Effect",
      Reflect.apply(scenario, undefined, [() => Effect.void]),
      /^ {2}TypeError: The body of a scenario is a function that returns an Effect\. Pass a generator function: /m
    ],
    [
      "swapped arguments of a step",
      scenario(function* () {
        yield* Reflect.apply(step, undefined, [Effect.void, "x"])
      }),
      /^ {2}TypeError: A step has no title\. Write it first: step\("the title", effect\)\.$/m
    ],
    [
      "an expectation without a label",
      scenario(function* () {
        yield* Reflect.apply(Expect.equal, undefined, [1, 1])
      }),
      /^ {2}TypeError: An expectation has no label\. Write it first: Expect\.equal\("the label", actual, expected\)\.$/m
    ],
    [
      "the label of eventually if its read fails",
      scenario(function* () {
        yield* eventually("the user is gone", Effect.fail("no answer"), () => Expect.isTrue("x", true))
      }),
      /^ {2}Failure: the user is gone: no answer$/m
    ],
    [
      "the label of eventually if its check throws",
      scenario(function* () {
        yield* eventually("the user is gone", Effect.void, (): ReturnType<typeof Expect.isTrue> => JSON.parse("{"))
      }),
      /^ {2}SyntaxError: the user is gone: .*JSON.*$/m
    ],
    [
      "a check of eventually that is not an Effect",
      scenario(function* () {
        yield* Reflect.apply(eventually, undefined, ["x", Effect.void, () => false])
      }),
      /^ {2}TypeError: x: The check of eventually received a value of type boolean\. Pass an Effect, such as Expect\./m
    ],
    [
      "a method that a service does not have",
      scenario(function* ({ users }) {
        yield* Reflect.get(users, "lst")
      }),
      /^ {2}TypeError: users has no lst\. Did you mean list\?$/m
    ],
    [
      "a service that the SDK does not have",
      scenario(function* (all) {
        yield* Reflect.get(all, "user").list()
      }),
      /^ {2}TypeError: the scenario has no user\. Did you mean users\?$/m
    ],
    [
      "a function that does not exist",
      scenario(function* () {
        const Missing = JSON.parse("{}")
        yield* Missing.method()
      }),
      /^ {2}TypeError: yield\* Missing\.method\(…\) is not iterable\. After yield\* write/m
    ],
    [
      "a function that is not called",
      scenario(function* () {
        const prepare = JSON.parse("{}").constructor
        yield* prepare
      }),
      /^ {2}TypeError: prepare is not an Effect\. If it is a function, call it: yield\* prepare\(\)\.$/m
    ],
    [
      "a method that is not called",
      scenario(function* () {
        const users = JSON.parse("{}")
        yield* users.constructor
      }),
      /^ {2}TypeError: users\.constructor is not an Effect\. If it is a function, call it: yield\* users\.constructor\(\)\.$/m
    ],
    [
      "an expectation that does not exist",
      scenario(function* () {
        const Expect = JSON.parse("{}")
        yield* Expect.equals("x", 1, 1)
      }),
      /^ {2}TypeError: Expect has no equals\. Did you mean equal\? Give /m
    ],
    [
      "an option of eventually that is not a duration",
      scenario(function* () {
        yield* Reflect.apply(eventually, undefined, ["x", Effect.void, () => Effect.void, { every: "2 sec" }])
      }),
      /^ {2}TypeError: x: the option every is "2 sec"\. Give a duration such as "2 minutes"\.$/m
    ],
    [
      "an interval of eventually that is zero",
      scenario(function* () {
        yield* eventually("x", Effect.void, () => Effect.void, { every: "0 seconds" })
      }),
      /^ {2}TypeError: x: the option every is "0 seconds"\. Give at least "1 milli"\.$/m
    ],
    [
      "an interval of eventually below a millisecond",
      scenario(function* () {
        yield* eventually("x", Effect.void, () => Effect.void, { every: 0.5 })
      }),
      /^ {2}TypeError: x: the option every is 0\.5\. Give at least "1 milli"\.$/m
    ],
    [
      "an interval of eventually in nanoseconds",
      scenario(function* () {
        yield* eventually("x", Effect.void, () => Effect.void, { every: 500n })
      }),
      /^ {2}TypeError: x: the option every is 500n\. Give at least "1 milli"\.$/m
    ],
    [
      "an interval of eventually as a Duration",
      scenario(function* () {
        yield* eventually("x", Effect.void, () => Effect.void, { every: Duration.micros(5n) })
      }),
      /^ {2}TypeError: x: the option every is 5000 nanos\. Give at least "1 milli"\.$/m
    ],
    [
      "a negative time of the clock",
      scenario(function* ({ advance }) {
        yield* advance(-5n)
      }),
      /^ {2}TypeError: the time of advance is -5n\. Give a duration such as "2 minutes"\.$/m
    ],
    [
      "a time of the clock that is not a duration",
      scenario(function* ({ advance }) {
        yield* Reflect.apply(advance, undefined, ["2h"])
      }),
      /^ {2}TypeError: the time of advance is "2h"\. Give a duration such as "2 minutes"\.$/m
    ],
    [
      "a read of eventually that is not an Effect",
      scenario(function* () {
        yield* Reflect.apply(eventually, undefined, ["it ends", () => Effect.void, () => Effect.void])
      }),
      /^ {2}TypeError: it ends: eventually received a value of type function\. Pass an Effect, such as users\.list\(\)\.$/m
    ],
    [
      "a value that is not an Effect",
      scenario(function* () {
        yield* JSON.parse("1")
      }),
      /^ {2}TypeError: .*not iterable\. After yield\* write an Effect, such as Effect\.promise\(\(\) => …\) for a promise\.$/m
    ]
  ] as const)("reports %s", ([, failing, sentence]) =>
    Effect.gen(function* () {
      const [result] = yield* running({ fails: failing })
      assert.match(textOf(result), sentence)
    })
  )

  it.effect("numbers redacted values and texts of a comparison together", () =>
    Effect.gen(function* () {
      type Token = Redacted.Redacted
      const comparing = (valuesOf: (a: Token, b: Token) => readonly [actual: unknown, expected: unknown]) =>
        administratorScenario(function* ({ personalAccessTokens: { create } }) {
          const token = Effect.flatMap(create, (created) => Effect.fromNullishOr(created.token))
          const [a, b] = [yield* token, yield* token]
          yield* Expect.equal("the tokens", ...valuesOf(a, b))
        })
      const results = yield* running({
        "a mixed": comparing((a, b) => [
          [a, Redacted.value(b)],
          [b, Redacted.value(b)]
        ]),
        "b different": comparing((a, b) => [a, Redacted.value(b)]),
        "c equal": comparing((a) => [a, Redacted.value(a)])
      })
      const [mixed, different, equal] = results.map((result) => failureOf(result)?.compared)
      assert.deepStrictEqual(mixed, {
        expected: '[\n  <redacted 1>,\n  "<redacted 1>"\n]',
        actual: '[\n  <redacted 2>,\n  "<redacted 1>"\n]'
      })
      assert.strictEqual(different?.actual, "<redacted 1>")
      assert.match(different?.expected ?? "", /^"<redacted (?!1>)\d+>"$/)
      assert.deepStrictEqual(equal, { expected: '"<redacted>"', actual: "<redacted>" })
    })
  )

  it("refuses an unknown or invalid option of a scenario", () => {
    const cases: ReadonlyArray<[options: unknown, message: string]> = [
      [{ tag: ["x"] }, "there is no option tag. Did you mean tags? Give tags, needs, destructive or timeout."],
      [{ tags: "smoke" }, 'the option tags is not a list. Give ["smoke"].'],
      [{ needs: "clock" }, 'the option needs is not a list. Give ["clock"].'],
      [{ destructive: "yes" }, 'the option destructive is "yes". Give true or false.'],
      [{ timeout: -5 }, 'the option timeout is -5. Give a duration such as "2 minutes".'],
      ["smoke", 'the options are not an object such as { tags: ["smoke"] }.']
    ]
    for (const [options, message] of cases)
      assert.throws(() => Reflect.apply(scenario, undefined, [Effect.void, options]), message)
  })

  it.effect("reports defects and service errors as failures with their messages", () =>
    Effect.gen(function* () {
      const results = yield* running({
        dies: scenario(Effect.die(new Error("broken step"))),
        "is logged out": scenario(Effect.flatMap(EnterpriseUsers, (users) => users.list()).pipe(Effect.asVoid))
      })
      const text = results.map(textOf).join("\n")
      assert.match(text, /broken step/)
      assert.match(text, /Nobody is logged in\. Log in first\./)
    })
  )

  it.effect("reports the failed step, its requests and their journal entries", () =>
    Effect.gen(function* () {
      const [result] = yield* running({
        "asks for nobody": scenario(
          Effect.gen(function* () {
            yield* administratorLogsIn
            const users = yield* EnterpriseUsers
            yield* step("a strange filter is used", users.list({ filter: "shoe=12" }))
          })
        )
      })
      const text = textOf(result)
      assert.match(text, /in: a strange filter is used/)
      assert.match(text, /GET http:.*\/users\?filter=shoe%3D12 {2}\(EnterpriseUsers\.list\)/)
      assert.match(text, /journal \d+: .*shoe/)
      assert.match(text, /curl: curl "\$BASE_URL"'\/api/)
      assert.notMatch(text, /demo-api-key|correct-horse/)
    })
  )

  it.effect("removes the data of a scenario that fails", () =>
    Effect.gen(function* () {
      let email: string | null | undefined
      let after: ReadonlyArray<unknown> = []
      const [result] = yield* running({
        "fails after it created a user": scenario(
          Effect.gen(function* () {
            yield* administratorLogsIn
            const users = yield* EnterpriseUsers
            yield* Effect.addFinalizer(() =>
              Effect.orDie(users.list({ filter: `email=${email}` })).pipe(
                Effect.map(({ entries }) => {
                  after = entries
                })
              )
            )
            email = (yield* provisionedUser()).email
            after = ["not looked yet"]
            yield* Expect.equal("truth", false, true)
          })
        )
      })
      assert.strictEqual(result?.attempt.outcome._tag, "Failed")
      assert.deepStrictEqual(after, [])
    })
  )

  it.effect("interrupts a scenario after its time limit", () =>
    Effect.gen(function* () {
      const call = yield* Effect.forkChild(running({ hangs: scenario(Effect.never) }))
      yield* TestClock.adjust("61 seconds")
      const [result] = yield* Fiber.join(call)
      assert.match((result && failureOf(result)?.message) ?? "", /did not end within 60 s/)
    })
  )

  it.effect("masks the secrets of the target also if the target fails while it is removed", () =>
    Effect.gen(function* () {
      const whole = inProcess(prefix)
      const broken = Effect.die(new Error("no tenant has the key demo-api-key"))
      const kind: TargetKind = {
        ...whole,
        make: (name) => Layer.provideMerge(Layer.effectDiscard(Effect.addFinalizer(() => broken)), whole.make(name))
      }
      const [result] = yield* running({ passes: scenario(Effect.void) }, { kind })
      assert.match(textOf(result), /Error: no tenant has the key <redacted>/)
    })
  )

  it.live("abandons a scenario that cannot be interrupted", () =>
    Effect.gen(function* () {
      const [result] = yield* running({
        hangs: scenario(Effect.uninterruptible(Effect.never), { timeout: "10 millis" })
      })
      assert.match(
        textOf(result),
        /ScenarioTimeout: The scenario was interrupted and did not end within 0\.01 s: a part/
      )
    })
  )

  it.live("reports a clean-up that was abandoned before it ran all Effects", () =>
    Effect.gen(function* () {
      const body = Effect.gen(function* () {
        yield* restoreAtEnd("first", Effect.asVoid(Expect.equal("x", 1, 1)))
        yield* restoreAtEnd("second", Effect.never)
      })
      const [result] = yield* running({ hangs: scenario(body, { timeout: "500 millis" }) })
      assert.strictEqual(result && failureOf(result)?.kind, "CleanUpFailed")
      assert.match(textOf(result), /The clean-up failed: it did not end within 0\.5 s/)
    })
  )

  it.effect("skips a scenario if the target lacks one of its needs", () =>
    Effect.gen(function* () {
      const whole = inProcess(prefix)
      const kind: TargetKind = {
        ...whole,
        make: (name) =>
          Layer.effect(
            Target,
            Effect.map(Target, (target) => ({ ...target, offers: [] }))
          ).pipe(Layer.provideMerge(whole.make(name)))
      }
      const [result] = yield* running({ timed: scenario(Effect.void, { needs: ["clock"] }) }, { kind })
      const outcome = result?.attempt.outcome
      assert.deepStrictEqual(outcome, { _tag: "Skipped", reason: "emulator in this process offers no clock" })
    })
  )

  it.effect("fails a scenario that interrupts itself", () =>
    Effect.gen(function* () {
      const [result] = yield* running({ interrupts: scenario(Effect.interrupt) })
      assert.match(textOf(result), /The scenario interrupted itself/)
    })
  )
})
