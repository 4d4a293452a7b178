import { isOfProxy } from "@remote-assist/cli/Proxy"
import { Http } from "@remote-assist/core/Http"
import { proxyFor } from "@remote-assist/core/HttpNode"
import type { Region } from "@remote-assist/core/Region"
import type { Demo } from "@remote-assist/http-mock"
import type { Control } from "@remote-assist/http-mock/Control"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { format } from "effect/Formatter"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

import { lossReason } from "../recorder/RecordedHttp.ts"

/**
 * What a scenario may need beyond the interface: a `clock` that can be moved, sent e-mails (`outbox`), the data of the default
 * world (`world`), and the rest of the emulator's control plane (`control`).
 */
export const needs = ["clock", "outbox", "world", "control"] as const
export type Need = (typeof needs)[number]

/** A flag, an argument, a setting or a file is invalid. */
export class UsageError extends Schema.TaggedError<UsageError>()("UsageError", { message: Schema.String }) {}

export const usageError = (message: string): Effect.Effect<never, UsageError> =>
  Effect.fail(new UsageError({ message }))

/** The target does not answer, or not as it did before. */
export class TargetLost extends Schema.TaggedError<TargetLost>()("TargetLost", { message: Schema.String }) {}

/** A scenario uses a user or token of a live region that the settings do not have, so it is skipped. */
export class MissingSettings extends Schema.TaggedError<MissingSettings>()("MissingSettings", {
  message: Schema.String
}) {}

/** Reads the text at an address. Fails with a sentence such as `does not answer (…)`. */
export const get = Effect.fnUntraced(function* (url: string, timeout: `${number} seconds`, retries = 0) {
  const { exchange } = yield* Http
  const proxy = proxyFor(new URL(url))
  const via = proxy === undefined ? "" : ` through the proxy ${proxy}`
  const request = { method: "GET", url, headers: { accept: "application/json" }, body: undefined }
  const { body } = yield* exchange(request, 1024 * 1024).pipe(
    Effect.mapError((error) => `does not answer${via} (${lossReason(error)})`),
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.fail(`accepts connections, but did not answer${via} within ${timeout}`)
    }),
    Effect.filterOrFail(
      ({ status }) => proxy === undefined || !isOfProxy(status),
      ({ status }) => `answered ${status}${via}`
    ),
    Effect.retry({ times: retries, schedule: Schedule.exponential("500 millis") }),
    withNotice(`Waiting for an answer of ${url}, for ${timeout} per attempt.`)
  )
  return body
})

/** Runs an effect before each request. */
export const beforeRequests = (act: Effect.Effect<void>): Layer.Layer<Http, never, Http> =>
  Layer.effect(
    Http,
    Effect.map(Http, ({ exchange }) => ({
      exchange: (request, limit) => Effect.andThen(act, exchange(request, limit))
    }))
  )

/** Runs an effect with a time limit. Abandons it if it is uninterruptible. */
export const withTimeLimit = <A, E, R>(act: Effect.Effect<A, E, R>, limit: Duration.Input) =>
  Effect.gen(function* () {
    const message = `it did not end within ${Duration.toSeconds(limit)} s and was abandoned. Look for leftovers.`
    const ended = yield* Deferred.make<A, E | Cause.TimeoutError>()
    const late = Effect.delay(Deferred.fail(ended, new Cause.TimeoutError(message)), limit)
    const fibers = [yield* Effect.forkDetach(Deferred.into(act, ended)), yield* Effect.forkDetach(late)]
    const stop = Effect.sync(() => fibers.forEach((fiber) => fiber.interruptUnsafe()))
    return yield* Effect.ensuring(Deferred.await(ended), stop)
  })

/** Adds a time limit to a request to the control plane, whose client has none. */
export const withControlTimeout = <A, E, R>(act: Effect.Effect<A, E, R>) => withTimeLimit(act, "10 seconds")

/** Prints a notice on standard error if an effect takes more than two seconds. */
export const withNotice =
  (notice: string) =>
  <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.forkDetach(Effect.delay(Console.error(notice), "2 seconds")),
      () => act,
      (fiber) => Fiber.interrupt(fiber)
    )

/** Returns the reason why {@link get} failed, with advice. A proxy that answers 407 needs other advice. */
export const withAdvice = (reason: string, advice: string): string =>
  /\b407\b/.test(reason)
    ? `${reason}. Give the user and password of the proxy in HTTP_PROXY or HTTPS_PROXY.`
    : `${reason}. ${advice}`

/** Fails if an address does not answer after three attempts. `target` begins the message, such as `The target is lost: …`. */
export const checkAnswer = (target: string, url: string, advice: string): Effect.Effect<void, TargetLost, Http> =>
  get(url, "5 seconds", 2).pipe(
    Effect.mapError((reason) => new TargetLost({ message: `${target} ${withAdvice(reason, advice)}` })),
    Effect.asVoid
  )

/** A user who can log in. */
export interface Person {
  readonly email: string
  readonly password: Redacted.Redacted
}

/** An e-mail that the service sent. */
export interface Mail {
  readonly id: number
  /** Such as `welcome` or `confirmation`. */
  readonly kind: string
  readonly to: string
  readonly subject: string
  /** The token in its link. */
  readonly token?: string | undefined
  readonly link?: string | undefined
}

/** The service under test: its known users, and what it offers beyond the interface. */
export class Target extends Context.Service<
  Target,
  {
    readonly administrator: Person
    /** An active user whom scenarios may deactivate temporarily. */
    readonly colleague: Person
    readonly personalAccessToken: Redacted.Redacted
    /** The prefix of names that scenarios create; it identifies the run. */
    readonly prefix: string
    readonly offers: ReadonlyArray<Need>
    /** Advances the service's clock; only for scenarios that need `clock`. */
    readonly advance: (duration: Duration.Input) => Effect.Effect<void>
    /** Lists the e-mails to an address, oldest first; only for scenarios that need `outbox`. */
    readonly mails: (to: string) => Effect.Effect<ReadonlyArray<Mail>>
    /** The data of the default world; only for scenarios that need `world`. */
    readonly demo: Effect.Effect<Demo>
    /** The emulator's control plane for this tenant; only for scenarios that need `control`. */
    readonly control: Effect.Effect<Control["Service"]>
  }
>()("@remote-assist/e2e/Target") {}

export type TargetLayer = Layer.Layer<Target | Region | Http, unknown>

/** A target that scenarios run against, each on its own instance or tenant. */
export interface TargetKind {
  readonly name: string
  /** The address for other threads, if it is an emulator with a socket that ends with the run. */
  readonly address?: string
  /** Whether people use its data. */
  readonly isLive: boolean
  /** Fails if it no longer answers. Runs after a failure. */
  readonly checkAlive: Effect.Effect<void, TargetLost>
  /** Fails if a user of the settings cannot log in. Runs once, before scenarios that would each try again and lock the account. */
  readonly checkUsers?: Effect.Effect<void, UsageError | TargetLost>
  /** Makes a target for one attempt at a scenario, with a unique name. */
  readonly make: (name: string) => TargetLayer
}

/** Returns a duration, or throws, naming `what` it is, for another value or a negative one. */
export const requireDuration = (what: string, value: Duration.Input): Duration.Duration => {
  const duration = Duration.fromInput(value)
  if (Option.isSome(duration) && !Duration.isNegative(duration.value)) return duration.value
  throw new TypeError(`${what} is ${format(value)}. Give a duration such as "2 minutes".`)
}

/** The target of an emulator in its default world. */
export const emulatorTarget = (
  demo: Demo,
  prefix: string,
  control: Effect.Effect<Control["Service"]>
): Target["Service"] => {
  const password = Redacted.make(demo.password)
  const use = <A, E>(act: (control: Control["Service"]) => Effect.Effect<A, E>) =>
    Effect.orDie(withControlTimeout(Effect.flatMap(control, act)))
  return {
    administrator: { email: demo.email, password },
    colleague: { email: "linus@example.com", password },
    personalAccessToken: Redacted.make(demo.personalAccessToken),
    prefix,
    offers: needs,
    advance: (duration) =>
      use(({ clock }) => clock.change({ payload: { advance: requireDuration("the time of advance", duration) } })),
    mails: (to) => use(({ outbox }) => outbox.list({ query: { to } })),
    demo: Effect.succeed(demo),
    control
  }
}

/** A random id for a run, such as `k3f9x2`. */
export const runId: Effect.Effect<string> = Effect.map(Random.nextIntBetween(0, 36 ** 6), (number) =>
  number.toString(36).padStart(6, "0")
)

/** The prefix of names that a run creates. */
export const prefixOf = (id: string): string => `e2e-${id}`
