import { CallOptions } from "@remote-assist/core/CallOptions"
import * as Client from "@remote-assist/core/Client"
import { isInvalidApiKey } from "@remote-assist/core/Failure"
import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import * as RegionConfig from "@remote-assist/core/RegionConfig"
import { Session } from "@remote-assist/core/Session"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import { Target, TargetLost, checkAnswer, usageError, withNotice } from "./Target.ts"
import type { Person, TargetKind, UsageError } from "./Target.ts"

const Email = Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/))

const emailOf = (name: string, whose: string) =>
  RegionConfig.setting(name, Config.schema(Email, name), `the e-mail address of ${whose}, such as ada@example.com`)

const secret = (name: string, wanted: string) =>
  RegionConfig.setting(name, Config.schema(Schema.Redacted(Schema.NonEmptyString), name), wanted)

const person = Effect.fnUntraced(function* (name: string, whose: string) {
  return {
    email: yield* emailOf(`${name}_EMAIL`, whose),
    password: yield* secret(`${name}_PASSWORD`, `the password of ${whose}`)
  }
})

/** The users in the settings. */
const usersOfSettings = Effect.gen(function* () {
  return {
    administrator: yield* person("REMOTE_ASSIST", "an administrator"),
    colleague: yield* person("REMOTE_ASSIST_COLLEAGUE", "an active user whom scenarios may deactivate temporarily"),
    personalAccessToken: yield* secret("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN", "a personal access token")
  }
})

const missing = (need: string) =>
  Effect.die(new Error(`A live region has no ${need}. Add it to the needs of the scenario.`))

/** Logs in a user once. Fails if the service refuses that or does not answer. Scenarios report other errors. */
const checkLogIn = ({ email, password }: Person, setting: string) =>
  Effect.flatMap(Session, ({ logIn }) => logIn({ email, password })).pipe(
    Effect.provideService(CallOptions, { retries: 0 }),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () =>
        new TargetLost({ message: `No scenario was run: the log-in of ${email} took more than 20 seconds.` })
    }),
    withNotice(`Waiting for the log-in of ${email}, for 20 seconds at most.`),
    Effect.catch((error): Effect.Effect<void, TargetLost | UsageError> => {
      if (error._tag === "TargetLost") return Effect.fail(error)
      if (error._tag !== "ErrorV1") return Effect.void
      const advice = `See ${isInvalidApiKey(error) ? "REMOTE_ASSIST_API_KEY" : setting}.`
      return usageError(`No scenario was run: ${email} cannot log in, which was tried once. ${error.message} ${advice}`)
    })
  )

/**
 * A live region: the region and the users in the settings. Fails if a setting is missing or invalid, before anything is sent.
 */
export const live = Effect.fnUntraced(function* (prefix: string) {
  const region = yield* Effect.provide(Region, RegionConfig.layer)
  const target = Target.of({
    ...(yield* usersOfSettings),
    prefix,
    offers: [],
    advance: () => missing("clock"),
    mails: () => missing("outbox"),
    demo: missing("world"),
    control: missing("control")
  })
  const make = () => Layer.mergeAll(Layer.succeed(Target, target), Layer.succeed(Region, region), HttpNode.layer)
  const checkAlive = Effect.provide(
    checkAnswer(
      "the live region",
      region.apiUrl,
      `Check REMOTE_ASSIST_${region.name.toUpperCase()}_URL and the network, then run again.`
    ),
    HttpNode.layer
  )
  const checkUsers = Effect.gen(function* () {
    yield* checkAlive
    yield* checkLogIn(target.administrator, "REMOTE_ASSIST_PASSWORD")
    yield* checkLogIn(target.colleague, "REMOTE_ASSIST_COLLEAGUE_PASSWORD")
  }).pipe(Effect.provide(Layer.provide(Client.layer, make()), { local: true }))
  const kind: TargetKind = { name: "the live region of the settings", isLive: true, checkAlive, checkUsers, make }
  return kind
})
