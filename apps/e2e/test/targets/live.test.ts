import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"

import { live } from "../../src/targets/live.ts"
import { emulator } from "../support/emulators.ts"
import { liveSettings } from "../support/killed.ts"
import { served } from "../support/servers.ts"

/** The address of a server that accepts connections and never answers. */
const silentServer = Effect.promise(() => served(() => {}))

/** The address of a server with these answers. */
const answering = (
  answer: (url: string | undefined) => { readonly status: number; readonly body: string; readonly wait?: string }
) =>
  Effect.promise(() =>
    served(({ url }, response) => {
      const { body, status, wait } = answer(url)
      const type = body.startsWith("{") ? "application/json" : "text/html"
      response.writeHead(status, { "content-type": type, ...(wait !== undefined && { "retry-after": wait }) }).end(body)
    })
  )

describe("a live region", () => {
  it.live("that refuses connections is reported with its setting, as nobody can restart it", () =>
    Effect.gen(function* () {
      const { checkAlive } = yield* live("e2e")
      const { message } = yield* Effect.flip(checkAlive ?? Effect.die("a live region has a check"))
      assert.match(
        message,
        /^The target is lost: the live region does not answer \(.*\)\. Check REMOTE_ASSIST_US_URL and the network, then run again\.$/
      )
    }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown(liveSettings("http://127.0.0.1:1"))
      )
    )
  )

  it.live.each([
    [
      503,
      "<html></html>",
      4,
      /^No scenario was run: the log-in of linus@example\.com failed\. .* answered 503: .*[^.]\.$/
    ],
    [
      502,
      "<html></html>",
      4,
      /^No scenario was run: the log-in of linus@example\.com failed\. .* answered 502: .*[^.]\.$/
    ],
    [429, "", 4, /^No scenario was run: the log-in of linus@example\.com is refused for too many requests .* later\.$/],
    [429, "", 1, / for too many requests \(429\)\. Try again in \d+ s\.$/],
    [
      404,
      "<html></html>",
      1,
      /^No scenario was run: REMOTE_ASSIST_US_URL is not the address of the service\. .*[^.]\.$/
    ],
    [401, `{"code":1001,"message":"no"}`, 1, /linus@example\.com cannot log in, which was tried once\./]
  ] as const)(
    "that answers a log-in with %d says so, and is asked again if that may pass",
    ([status, body, count, message]) =>
      Effect.gen(function* () {
        let logIns = 0
        const origin = yield* answering((url) => {
          if (url === "/us/api") return { status: 404, body: "" }
          logIns += 1
          return { status, body, ...(status === 429 && count === 1 && { wait: "60" }) }
        })
        const { checkUsers } = yield* Effect.provideService(
          live("e2e"),
          ConfigProvider.ConfigProvider,
          ConfigProvider.fromUnknown(liveSettings(origin))
        )
        const error = yield* Effect.flip(checkUsers ?? Effect.die("a live region has a check"))
        assert.match(error.message, message)
        assert.strictEqual(logIns, count)
      })
  )

  it.live("tries a wrong personal access token once for all scenarios, and names its setting", () =>
    Effect.gen(function* () {
      const origin = yield* emulator()
      const { checkUsers = Effect.void } = yield* Effect.provideService(
        live("e2e"),
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({ ...liveSettings(origin), REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "pat-wrong" })
      )
      const { message } = yield* Effect.flip(checkUsers)
      assert.match(
        message,
        /^No scenario was run: the personal access token cannot log in, which was tried once\. .* See REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN\.$/
      )
    })
  )

  it.effect("that accepts connections but never answers is reported within 17 seconds, with a notice meanwhile", () =>
    Effect.gen(function* () {
      const origin = yield* silentServer
      const { checkUsers } = yield* Effect.provideService(
        live("e2e"),
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown(liveSettings(origin))
      )
      const check = yield* Effect.forkChild(Effect.flip(checkUsers ?? Effect.die("a live region has a check")))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* TestConsole.errorLines, [
        `Waiting for an answer of ${origin}/us/api, for 5 seconds per attempt.`
      ])
      yield* TestClock.adjust("15 seconds")
      assert.lengthOf(yield* TestConsole.errorLines, 1)
      const { message } = yield* Fiber.join(check)
      assert.match(
        message,
        /^No scenario was run: the live region accepts connections, but did not answer within 5 seconds\./
      )
    }).pipe(Effect.provide(TestConsole.layer, { local: true }))
  )

  it.effect.each([
    ["REMOTE_ASSIST_COLLEAGUE_EMAIL", "Ada@Example.com", "is the address of the administrator, whom"],
    ["REMOTE_ASSIST_EMAIL", "ada", "Set it to the e-mail address of an administrator."]
  ] as const)("is refused if %s is %s", ([name, value, reason]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(live("e2e"))
      assert.include(message, name)
      assert.include(message, reason)
      assert.notInclude(message, "ada@example.com")
    }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({ ...liveSettings("http://127.0.0.1:1"), [name]: value })
      )
    )
  )

  it.effect("names all settings that are missing, and none that only some scenarios need", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(live("e2e"))
      assert.match(
        message,
        /^Settings are missing: REMOTE_ASSIST_REGION, REMOTE_ASSIST_US_URL or REMOTE_ASSIST_EU_URL, REMOTE_ASSIST_API_KEY, REMOTE_ASSIST_EMAIL, REMOTE_ASSIST_PASSWORD\. Set them in /
      )
    }).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})))
  )
})
