import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"

import type { ImportedFile, ImportOptions, Imported } from "../import/importWorld.ts"
import type { Time } from "../world/timestamp.ts"
import { Emulator, importWorld as worldOfFiles } from "./Emulator.ts"
import type { EmulatorOptions, ServerOptions } from "./Emulator.ts"
import { promisedTenant } from "./PromisedControl.ts"
import type { PromisedTenant } from "./PromisedControl.ts"

export { CannotListen, UnusableEvidence, UnusableState, world } from "./Emulator.ts"
export type { NoMailProblem } from "../control/outbox.ts"
export type { UnusableWorld, WorldFile } from "./Emulator.ts"
export type { HandlerWorld, MswHandler, WorldCall, WorldUser } from "./Emulator.ts"
export type { Imported, ImportedFile, ImportOptions, Unreadable } from "../import/importWorld.ts"
export type { Demo } from "./EmulatedTenant.ts"
export type { PromisedControl } from "./PromisedControl.ts"
export type { Mail, MailWanted, PromisedTenant } from "./PromisedControl.ts"
export type { Time } from "../world/timestamp.ts"

/** Options of the worlds. */
export interface WorldOptions extends Omit<EmulatorOptions, "frozenAt" | "tokenLife" | "upstreamTimeout"> {
  /** Lifetime of user tokens (default 30 days). */
  readonly tokenLife?: Time
  /** Time at which the clock is stopped (default: the clock is the machine's). */
  readonly frozenAt?: Date | number | string
  /** Timeout of an upstream without data (default 1 minute). */
  readonly upstreamTimeout?: Time
}

/** Options of an emulator without a socket. */
export interface InProcessOptions extends WorldOptions {
  readonly port?: undefined
  readonly host?: undefined
  readonly controlToken?: undefined
  readonly state?: undefined
  readonly tls?: undefined
}

/** Options of an emulator on a socket. */
export interface SocketOptions extends WorldOptions, Pick<ServerOptions, "host" | "state" | "tls"> {
  /** Port to listen on; 0 picks a free one. */
  readonly port: number
  /** Token of the control plane for a public host (default: the control plane is closed there). */
  readonly controlToken?: string
}

/** Options of {@link startEmulator}; the emulator has a socket if `port` is set. */
export type StartOptions = InProcessOptions | SocketOptions

/** An emulated service, for development and tests. */
export interface StartedEmulator extends PromisedTenant, AsyncDisposable {
  /**
   * Returns another tenant by name, with its own worlds and clock. A name has 1 to 64 letters, digits, points, underscores
   * or hyphens, and is not `.` or `..`. Throws a `RangeError` for an invalid name.
   */
  readonly tenant: (name: string) => PromisedTenant
  /** The certificate in PEM format that HTTPS clients must trust, or `undefined` for HTTP. */
  readonly certificate: string | undefined
  /**
   * Closes the emulator and its port; so does `await using`. Pending and later calls reject: `fetch` and `handler` with a
   * `TypeError`, as for a refused connection.
   */
  readonly close: () => Promise<void>
}

/**
 * Creates the option `world` from lists of users and pods, as exported by the service, the SDK or `remote-assist`. Rejects
 * with `Unreadable`.
 */
export const importWorld = (files: ReadonlyArray<ImportedFile>, options?: ImportOptions): Promise<Imported> =>
  Effect.runPromise(worldOfFiles(files, options))

const layerOf = (options: StartOptions) => {
  if (options?.port === undefined) return Layer.effect(Emulator, Emulator.make(options))
  const { controlToken, ...others } = options
  return Emulator.layerServer({
    ...others,
    ...(controlToken === undefined ? {} : { controlToken: Redacted.make(controlToken) })
  })
}

/**
 * Starts a new emulator with its own worlds. Rejects with `CannotListen` if the port is in use, a `TypeError` for an unknown
 * option, or a `RangeError` for an invalid value.
 *
 * ```ts
 * await using emulator = await startEmulator({ users: 1000 })
 * const answer = await emulator.fetch(`${emulator.baseUrl.us}/api/v1r1/auth`, { method: "POST", … })
 * ```
 */
export const startEmulator = (options: StartOptions = {}): Promise<StartedEmulator> =>
  Promise.resolve().then(() => {
    const runtime = ManagedRuntime.make(layerOf(options))
    let isOver = false
    const close = () => {
      isOver = true
      return runtime.dispose()
    }
    const isClosed = () => isOver
    return runtime.context().then((context): StartedEmulator => {
      const emulator = Context.get(context, Emulator)
      return {
        ...promisedTenant(emulator, isClosed),
        tenant: (name) => promisedTenant(emulator.tenant(name), isClosed),
        certificate: emulator.certificate,
        close,
        [Symbol.asyncDispose]: close
      }
    })
  })
