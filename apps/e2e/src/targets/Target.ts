import type { Http } from "@remote-assist/core/Http"
import type { Region } from "@remote-assist/core/Region"
import type { Demo } from "@remote-assist/http-mock"
import type { Control } from "@remote-assist/http-mock/Control"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import type { Gone } from "./Gone.ts"
import { needs } from "./Need.ts"
import type { Need } from "./Need.ts"

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
