import type { Errors } from "@remote-assist/core"
import { proxyFor } from "@remote-assist/core/HttpNode"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** There is no emulator at the address. */
export class NoEmulator extends Data.TaggedError("NoEmulator")<{
  readonly kind: "live" | "unknown"
  readonly address: string
}> {
  override get message() {
    const proxy = proxyFor(new URL(this.address))
    return this.kind === "live"
      ? `${this.address} is not an emulator. Only an emulator has a clock, faults, snapshots, an outbox and a journal.`
      : `It is not known whether ${this.address} is an emulator${proxy === undefined ? "" : `: it was asked through the proxy ${proxy}`}.`
  }
}

/** The emulator rejected a request to its control plane, or this program did not send it. */
export class ControlRefused extends Data.TaggedError("ControlRefused")<{
  readonly status: number
  /** The reason, in a sentence. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

export type ControlError = NoEmulator | ControlRefused

/** Failures of requests to the control plane. */
export type ControlFailure = ControlError | Errors.ConnectionFailed | Errors.BodyTooLarge | Errors.UnexpectedAnswer

/** Fails with a reason (default status: conflict). */
export const refuse = (detail: string, status = 409) => Effect.fail(new ControlRefused({ status, detail }))

/** The environment variable with the token of a control plane. Only an emulator that other machines reach needs one. */
export const tokenVariable = "REMOTE_ASSIST_MOCK_CONTROL_TOKEN"

/** The token of the settings, or `undefined`. */
export const token: Config.Config<Redacted.Redacted | undefined> = Config.Redacted(tokenVariable).pipe(
  Config.option,
  Config.map(Option.getOrUndefined)
)

/** The emulator's typed client. */
export type Client = Emulator.Control["Service"]

type Use = <A, E, R>(call: (client: Client) => Effect.Effect<A, E, R>) => Effect.Effect<A, ControlFailure, R>

/**
 * The control plane of the connected emulator, for the tenant in the region's address. Without an emulator, nothing is
 * sent.
 */
export class Control extends Context.Service<Control, { readonly use: Use }>()("@remote-assist/tui/Control") {}

/** Calls the emulator's client. */
export const use = <A, E, R>(call: (client: Client) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Control, (control) => control.use(call))
