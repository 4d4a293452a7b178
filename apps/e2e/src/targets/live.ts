import { CallOptions } from "@remote-assist/core/CallOptions"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { isForbidden, isInvalidApiKey, isRateLimited, isServerFault } from "@remote-assist/core/Failure"
import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import * as RegionConfig from "@remote-assist/core/RegionConfig"
import { Session } from "@remote-assist/core/Session"
import { disjunction } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

import { MissingSettings, Target, TargetLost, checkAnswer, usageError, withNotice } from "./Target.ts"
import type { Person, TargetKind, UsageError } from "./Target.ts"

const Email = Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/))

const secret = (name: string, wanted: string) =>
  RegionConfig.setting(name, Config.schema(Schema.Redacted(Schema.NonEmptyString), name), wanted)

const person = Effect.fnUntraced(function* (name: string, whose: string) {
  const email = `${name}_EMAIL`
  return {
    email: yield* RegionConfig.setting(email, Config.schema(Email, email), `the e-mail address of ${whose}`),
    password: yield* secret(`${name}_PASSWORD`, `the password of ${whose}`)
  }
})

const isSet = (name: string) => Effect.map(Config.String(name).pipe(Config.withDefault("")), (value) => value !== "")

/** Fails with one message if several settings are missing. Each is a list of alternatives. */
const requireSettings = Effect.fnUntraced(function* (names: ReadonlyArray<ReadonlyArray<string>>) {
  const isMissing = (alternatives: ReadonlyArray<string>) =>
    Effect.map(Effect.filter(alternatives, isSet), (found) => found.length === 0)
  const missing = (yield* Effect.filter(names, isMissing)).map((alternatives) => disjunction(alternatives))
  if (missing.length > 1)
    return yield* usageError(
      `Settings are missing: ${missing.join(", ")}. Set them in the environment or in a file given with --config.`
    )
})

const colleagueSettings = ["REMOTE_ASSIST_COLLEAGUE_EMAIL", "REMOTE_ASSIST_COLLEAGUE_PASSWORD"]

const tokenSetting = "REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN"

/** Whether a command needs all users of the settings, or only the administrator. */
export type NeededUsers = "all" | "administrator"

/** The users in the settings. Fails if settings of the region or the administrator are missing; other ones are optional. */
const usersOfSettings = Effect.fnUntraced(function* (needed: NeededUsers) {
  const regions = yield* Config.String("REMOTE_ASSIST_REGION").pipe(
    Config.map((region) => [region]),
    Config.withDefault(["us", "eu"])
  )
  const hasColleague = needed === "all" && (yield* Effect.filter(colleagueSettings, isSet)).length > 0
  yield* requireSettings([
    ["REMOTE_ASSIST_REGION"],
    regions.map((region) => `REMOTE_ASSIST_${region.toUpperCase()}_URL`),
    ["REMOTE_ASSIST_API_KEY"],
    ["REMOTE_ASSIST_EMAIL"],
    ["REMOTE_ASSIST_PASSWORD"],
    ...(hasColleague ? colleagueSettings.map((name) => [name]) : [])
  ])
  const administrator = yield* person("REMOTE_ASSIST", "an administrator")
  const colleague = hasColleague
    ? yield* person("REMOTE_ASSIST_COLLEAGUE", "an active user whom scenarios may deactivate temporarily")
    : undefined
  if (colleague?.email.toLowerCase() === administrator.email.toLowerCase())
    return yield* usageError(
      "REMOTE_ASSIST_COLLEAGUE_EMAIL is the address of the administrator, whom scenarios would deactivate. Set it to another user."
    )
  const hasToken = needed === "all" && (yield* isSet(tokenSetting))
  const token = hasToken ? yield* secret(tokenSetting, "a personal access token") : undefined
  return { administrator, colleague, token }
})

const missingSettings = (names: string): never => {
  throw new MissingSettings({ message: `${names} ${names.includes(" and ") ? "are" : "is"} not set` })
}

const missing = (need: string) =>
  Effect.die(new Error(`A live region has no ${need}. Add it to the needs of the scenario.`))

/** Whether a log-in failed for a reason that may pass, before the service checked the password. */
const isTemporary = (error: { readonly _tag: string }) =>
  isServerFault(error) || isRateLimited(error) || error._tag === "ConnectionFailed"

type LogIn = Session["Service"]["logIn" | "logInWithToken"]

/** Logs in; a refusal is not retried. Fails if the service refuses that or does not answer. Scenarios report other errors. */
const checkLogIn = (
  who: string,
  logIn: (session: Session["Service"]) => Effect.Effect<void, Effect.Error<ReturnType<LogIn>>>,
  settings: string,
  urlSetting: string
) =>
  Effect.flatMap(Session, logIn).pipe(
    Effect.retry({ while: isTemporary, times: 3, schedule: Schedule.exponential("200 millis") }),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => new TargetLost({ message: `No scenario was run: the log-in of ${who} took more than 20 seconds.` })
    }),
    withNotice(`Waiting for the log-in of ${who}, for 20 seconds at most.`),
    Effect.catch((error): Effect.Effect<void, TargetLost | UsageError> => {
      if (error._tag === "TargetLost") return Effect.fail(error)
      if (isTemporary(error)) {
        const wait = "retryAfter" in error && error.retryAfter !== undefined ? `in ${error.retryAfter} s` : "later"
        const busy = `is refused for too many requests (429). Try again ${wait}.`
        const reason = isRateLimited(error) ? busy : `failed. ${error.message}`
        return new TargetLost({ message: `No scenario was run: the log-in of ${who} ${reason}` })
      }
      if (error._tag === "UnexpectedAnswer")
        return new TargetLost({
          message: `No scenario was run: ${urlSetting} is not the address of the service. ${error.message}`
        })
      if (error._tag !== "ErrorV1" && error._tag !== "ErrorV1R1") return Effect.void
      const advice = `See ${isInvalidApiKey(error) ? "REMOTE_ASSIST_API_KEY" : /has no region/.test(error.message) ? urlSetting : settings}.`
      return usageError(`No scenario was run: ${who} cannot log in, which was tried once. ${error.message} ${advice}`)
    })
  )

const checkUser = ({ email, password }: Person, prefix: string, urlSetting: string) =>
  checkLogIn(email, ({ logIn }) => logIn({ email, password }), `${prefix}_EMAIL and ${prefix}_PASSWORD`, urlSetting)

const checkAdministrator = ({ email }: Person) =>
  Effect.flatMap(EnterpriseUsers, (users) => users.list({ page_size: 1 })).pipe(
    Effect.provideService(CallOptions, { retries: 0 }),
    Effect.catch((error) =>
      isForbidden(error)
        ? usageError(`No scenario was run: ${email} is not an administrator. See REMOTE_ASSIST_EMAIL.`)
        : Effect.void
    )
  )

/** The checks of the users of this process, by their settings. */
const checks = new Map<string, NonNullable<TargetKind["checkUsers"]>>()

/**
 * A live region: the region and the users in the settings. Fails if a setting is missing or invalid, before anything is sent.
 */
export const live = Effect.fnUntraced(function* (prefix: string, needed: NeededUsers = "all") {
  const { administrator, colleague, token } = yield* usersOfSettings(needed)
  const region = yield* Effect.provide(Region, RegionConfig.layer)
  const target = Target.of({
    administrator,
    get colleague() {
      return colleague ?? missingSettings(colleagueSettings.join(" and "))
    },
    get personalAccessToken() {
      return token ?? missingSettings(tokenSetting)
    },
    prefix,
    offers: [],
    advance: () => missing("clock"),
    mails: () => missing("outbox"),
    demo: missing("world"),
    control: missing("control")
  })
  const make = () => Layer.mergeAll(Layer.succeed(Target, target), Layer.succeed(Region, region), HttpNode.layer)
  const urlSetting = `REMOTE_ASSIST_${region.name.toUpperCase()}_URL`
  const check = (head: string) =>
    Effect.provide(
      checkAnswer(`${head}: the live region`, region.apiUrl, `Check ${urlSetting} and the network, then run again.`),
      HttpNode.layer
    )
  const checkOnce = Effect.gen(function* () {
    yield* check("No scenario was run")
    if (colleague !== undefined) yield* checkUser(colleague, "REMOTE_ASSIST_COLLEAGUE", urlSetting)
    if (token !== undefined)
      yield* checkLogIn("the personal access token", (one) => one.logInWithToken(token), tokenSetting, urlSetting)
    yield* checkUser(administrator, "REMOTE_ASSIST", urlSetting)
    yield* checkAdministrator(administrator)
  }).pipe(
    Effect.provide(Layer.provide(Client.layer, make()), { local: true }),
    // tests may each ask, but a wrong password is tried once
    Effect.cachedWithTTL((exit) =>
      Exit.isSuccess(exit) || Predicate.isTagged(Cause.squash(exit.cause), "UsageError") ? Infinity : 0
    )
  )
  const secrets = [region.apiKey, administrator.password, colleague?.password, token]
  const values = secrets.map((one) => one && Redacted.value(one))
  const key = JSON.stringify([region.apiUrl, administrator.email, colleague?.email, ...values])
  const checkUsers = checks.get(key) ?? (yield* checkOnce)
  checks.set(key, checkUsers)
  const checkAlive = check("The target is lost")
  const kind: TargetKind = { name: "the live region of the settings", isLive: true, checkAlive, checkUsers, make }
  return kind
})
