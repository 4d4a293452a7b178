import type { Errors } from "@remote-assist/core"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"

import type { ControlError } from "./errors.ts"

/** Why the control plane did not do what it was asked for. */
export type ControlFailure =
  | ControlError
  | Errors.ConnectionFailed
  | Errors.BodyTooLarge
  | Errors.TimedOut
  | Errors.UnexpectedAnswer

export interface Asked {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Below `/__mock`, with its query: `/clock`. */
  readonly path: string
  /** Written as JSON. */
  readonly body?: unknown
}

/**
 * The control plane of the emulator that one is connected to, about the tenant of the region's address. Where no emulator
 * answers there it is sent nothing.
 */
export class Control extends Context.Service<
  Control,
  {
    readonly ask: <A>(asked: Asked, answer: Schema.Decoder<A>) => Effect.Effect<A, ControlFailure>
    /** The data of the events of an address, those together that come together; ends where the emulator ends it. */
    readonly follow: (path: string) => Stream.Stream<ReadonlyArray<string>, ControlFailure>
  }
>()("@remote-assist/tui/Control") {}
