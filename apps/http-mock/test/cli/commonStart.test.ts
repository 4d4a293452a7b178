import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { StartArgs } from "../../src/cli/Flags.ts"
import { commonStart } from "../../src/cli/remoteAssistMock.ts"
import { readByTree } from "./support/readByTree.ts"

const assertSame = (args: ReadonlyArray<string>, here: Option.Option<StartArgs>) =>
  Effect.map(readByTree(args), (there) => {
    assert.deepStrictEqual(here, there, args.join(" "))
    return true
  })

const wellFormed = {
  "--port": ["0", "1", "4010", "65535"],
  "--host": ["127.0.0.1", "::1", "localhost", "start", "a b"],
  "--seed": ["users=100000,calls=5000", "users=9", "calls=5, users=10", "world.json", " calls=7"],
  "--state": ["state.json", "./a=b", "env", "ü"]
}

const odd = {
  "--port": ["65536", "-1", "007", "1e3", "0x10", "4010.0", " 80", "9".repeat(20), "x", ""],
  "--host": ["-", "--", "--port", "-h", ""],
  "--seed": [
    "users=3",
    "users=5,users=6",
    "pods=5",
    "users=9,users=9",
    "shape=workday",
    "users=-1",
    ".json",
    "-.json",
    ""
  ],
  "--state": ["", "-x", "--help", "\n", "exec"]
}

const oneOf = <A>(...values: ReadonlyArray<A>) =>
  Arbitrary.map(Arbitrary.schema(Schema.Literals(values.map((_, index) => index))), (index) => values[index] as A)

const written = (forms: Readonly<Record<string, ReadonlyArray<string>>>) =>
  Object.entries(forms).flatMap(([name, texts]) => texts.flatMap((text) => [[name, text], [`${name}=${text}`]]))

const plain = written(wellFormed)

const any = [
  ...plain,
  ...written(odd),
  ...["start", "exec", "env", "--", "-p", "-p=80", "--help", "-h", "--version", "--wizard", "x", "", "-", "--=x"].map(
    (arg) => [arg]
  ),
  ...["--portx", "--Port", "--no-port", "--toString", "--log", "--log-level", "--completions"].map((arg) => [arg]),
  ["-p", "80"],
  ["--log", "json"],
  ["--banner", "json"],
  ["--until-stdin-closes"],
  ["--cors", "off"],
  ["--token-life", "2 hours"]
]

const argsOf = (parts: ReadonlyArray<ReadonlyArray<string>>, least: number) =>
  Arbitrary.map(
    Arbitrary.all([oneOf([], [], ["start"]), Arbitrary.array(oneOf(...parts), { minLength: least, maxLength: 4 })]),
    ([first, rest]) => [...first, ...rest.flat()]
  )

describe("commonStart", () => {
  it.effect("reads flags as the full parser does, or leaves them to it", () =>
    Effect.gen(function* () {
      let read = 0
      const result = yield* Arbitrary.checkEffect(
        argsOf(any, 0),
        (args) => {
          const here = commonStart(args, {})
          if (Option.isNone(here)) return Effect.succeed(true)
          read++
          return assertSame(args, here)
        },
        { seed: 1, runs: 1000 }
      )
      assert.strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
      assert.isAbove(read, 50)
    })
  )

  it.effect("reads every well-formed flag unless it is repeated", () =>
    Effect.gen(function* () {
      const result = yield* Arbitrary.checkEffect(argsOf(plain, 1), (args) => {
        const names = args.filter((arg) => arg.startsWith("--")).map((arg) => arg.replace(/=.*/s, ""))
        const here = commonStart(args, {})
        assert.strictEqual(Option.isSome(here), new Set(names).size === names.length, args.join(" "))
        return Option.isSome(here) ? assertSame(args, here) : Effect.succeed(true)
      })
      assert.strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
    })
  )

  it("leaves the control token of the environment to the full parser", () => {
    assert.isTrue(Option.isSome(commonStart([], { PATH: "/bin" })))
    assert.isTrue(Option.isNone(commonStart([], { REMOTE_ASSIST_MOCK_CONTROL_TOKEN: "" })))
  })
})
