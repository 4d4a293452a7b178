import { Http } from "@remote-assist/core/Http"
import type { Region } from "@remote-assist/core/Region"
import type { Demo } from "@remote-assist/http-mock"
import type { Control } from "@remote-assist/http-mock/Control"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

/**
 * What a scenario may need beyond the interface: a `clock` that can be moved, the e-mails that were sent (`outbox`), what
 * the default world knows (`world`), and the rest of the emulator's control plane (`control`).
 */
export const needs = ["clock", "outbox", "world", "control"] as const
export type Need = (typeof needs)[number]

/** The target answered before, and no longer does. */
export class Gone extends Schema.TaggedError<Gone>()("Gone", {
  target: Schema.String,
  reason: Schema.String,
  /** Whether it still takes connections. It may be overloaded. */
  isSilent: Schema.Boolean
}) {
  override get message() {
    return `The target is gone: ${this.target} does not answer any more (${this.reason}). Start it again, and repeat what was not done.`
  }
}

const patience = "5 seconds"

const once = Effect.fnUntraced(function* (target: string, url: string) {
  const { exchange } = yield* Http
  const request = { method: "GET", url, headers: { accept: "application/json" }, body: undefined }
  yield* exchange(request, 1024 * 1024).pipe(
    Effect.catchTag("TooLarge", () => Effect.void),
    Effect.mapError(({ reason }) => new Gone({ target, reason, isSilent: false })),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(new Gone({ target, reason: `nothing within ${patience}`, isSilent: true }))
    })
  )
})

/** Fails if an address gives no answer at all. Asks three times. */
export const answering = (target: string, url: string): Effect.Effect<void, Gone, Http> =>
  Effect.retry(once(target, url), { times: 2, schedule: Schedule.exponential("500 millis") })

/** Somebody who can log in. */
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
  /** What its link carries. */
  readonly token?: string | undefined
  readonly link?: string | undefined
}

/** Who is known to the service that scenarios run against, and what it offers beyond the interface. */
export class Target extends Context.Service<
  Target,
  {
    readonly administrator: Person
    /** An active user whom scenarios may deactivate for a moment. */
    readonly colleague: Person
    readonly personalAccessToken: Redacted.Redacted
    /** What e-mail addresses of users begin with that scenarios create, by which a run is told from another. */
    readonly prefix: string
    readonly offers: ReadonlyArray<Need>
    /** Moves the service's clock on; only for scenarios that need `clock`. */
    readonly advance: (duration: Duration.Input) => Effect.Effect<void>
    /** The e-mails that were sent to an address, the oldest first; only for scenarios that need `outbox`. */
    readonly mails: (to: string) => Effect.Effect<ReadonlyArray<Mail>>
    /** What the default world knows; only for scenarios that need `world`. */
    readonly demo: Effect.Effect<Demo>
    /** The emulator's control plane for this tenant; only for scenarios that need `control`. */
    readonly control: Effect.Effect<Control["Service"]>
  }
>()("@remote-assist/e2e/Target") {}

/** A service to run against: what the SDK needs, and who is known there. */
export type TargetLayer = Layer.Layer<Target | Region | Http, unknown>

/** Makes a target for one attempt at a scenario, of a name that no other has. */
export type MakeTarget = (name: string) => TargetLayer

/** The name of the target `in-process`. */
export const inProcessName = "emulator in this process"

/** A kind of target that is there. */
export interface TargetKind {
  /** As in reports: `emulator in process`, or the address. */
  readonly name: string
  /** Where other threads reach it, if it is an emulator with a socket of this process. */
  readonly address?: string
  /** Whether people rely on what is there. */
  readonly isLive: boolean
  /** Fails where it does not answer any more; asked when something failed. */
  readonly isThere: Effect.Effect<void, Gone>
  readonly make: MakeTarget
}

/** Who is known in an emulator's default world, and what it offers: everything. */
export const demoWorld = (demo: Demo): Omit<Target["Service"], "advance" | "control" | "mails" | "prefix"> => {
  const password = Redacted.make(demo.password)
  return {
    administrator: { email: demo.email, password },
    colleague: { email: "linus@example.com", password },
    personalAccessToken: Redacted.make(demo.personalAccessToken),
    offers: needs,
    demo: Effect.succeed(demo)
  }
}

/** An id for a run, of which there are so many that none comes twice: `k3f9x2`. */
export const runId: Effect.Effect<string> = Effect.map(Random.nextIntBetween(0, 36 ** 6), (number) =>
  number.toString(36).padStart(6, "0")
)

/** What the names begin with of what a run creates. */
export const prefixOf = (id: string): string => `e2e-${id}`
