import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"

import type { ImportOptions, Imported } from "../import/importWorld.ts"
import type { ImportedFile } from "../import/read.ts"
import { Emulator, importWorld as worldOfFiles } from "./Emulator.ts"
import type { EmulatorOptions, ServerOptions } from "./Emulator.ts"
import { promisedTenant } from "./PromisedControl.ts"
import type { PromisedTenant } from "./PromisedControl.ts"
import type { Time } from "./Time.ts"

export { CannotListen, UnusableState, world } from "./Emulator.ts"
export type { NoMailProblem } from "../control/outbox.ts"
export type { UnusableWorld, WorldFile } from "./Emulator.ts"
export type { HandlerWorld, MswHandler, WorldCall, WorldUser } from "./Emulator.ts"
export type { Imported, ImportOptions } from "../import/importWorld.ts"
export type { ImportedFile, Unreadable } from "../import/read.ts"
export type { Demo } from "./EmulatedTenant.ts"
export type { PromisedControl } from "./PromisedControl.ts"
export type { Mail, MailWanted, PromisedTenant } from "./PromisedControl.ts"
export type { Time } from "./Time.ts"

/** What the worlds begin with. */
export interface WorldOptions extends Omit<EmulatorOptions, "frozenAt" | "tokenLife" | "upstreamTimeout"> {
  /** How long user tokens work; 30 days unless set. */
  readonly tokenLife?: Time
  /** Where the clock stands still from the start, until it is changed or reset; it shows the machine's time unless set. */
  readonly frozenAt?: Date | number | string
  /** How long an upstream may be silent; a minute unless set. */
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
  /** The port to listen on; 0 picks a free one. */
  readonly port: number
  /** What the control plane asks for when the host is not of this machine alone; none is served there without it. */
  readonly controlToken?: string
}

/** Options of {@link startEmulator}: with a `port` the emulator listens on a socket, without one it answers in this process alone. */
export type StartOptions = InProcessOptions | SocketOptions

/** An emulated service, for development and tests. */
export interface StartedEmulator extends PromisedTenant, AsyncDisposable {
  /**
   * The same for another tenant, by its name: worlds and a clock of its own. Throws a `RangeError` for what is no
   * name: 1 to 64 letters, digits, points, underscores or hyphens, but neither `.` nor `..`.
   */
  readonly tenant: (name: string) => PromisedTenant
  /** What clients of HTTPS have to trust, as PEM; nothing where HTTP is spoken. */
  readonly certificate: string | undefined
  /**
   * Ends the emulator and frees its port; so does `await using`. What waits in it ends, and every member rejects from then
   * on: `fetch` and `handler` with a `TypeError`, as for a refused connection.
   */
  readonly close: () => Promise<void>
}

/**
 * Makes the option `world` of lists of users and pods, as the service, the SDK or `remote-assist` export them. Rejects with
 * an `Unreadable` of one sentence.
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
 * Starts an emulator of its own: fresh worlds, which nothing else sees. Rejects with an error of one sentence, such as
 * a `CannotListen` when the port is taken, a `TypeError` for an option that there is not, or a `RangeError` for a value that
 * one cannot have.
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
