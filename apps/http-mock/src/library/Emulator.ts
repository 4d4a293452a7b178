import type { Http } from "@remote-assist/core/Http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

import { isLocal } from "../control/access.ts"
import type { Imported, ImportOptions } from "../import/importWorld.ts"
import type { ImportedFile, Unreadable } from "../import/read.ts"
import type { UnusableState } from "../persistence/StateErrors.ts"
import { listen } from "../server/Listener.ts"
import type { CannotListen } from "../server/Listener.ts"
import { inProcessOrigin } from "../wire/request.ts"
import { answerOf, corsOf, keptTenants, makeTenants, postmanOf, securing } from "./assembly.ts"
import * as EmulatedTenant from "./EmulatedTenant.ts"
import * as Ending from "./Ending.ts"
import { checkOptions, checkServerOptions } from "./Options.ts"
import type { EmulatorOptions, ServerOptions } from "./Options.ts"
import { layerFetch } from "./webHandler.ts"

import "effect/schema/SchemaJITCompiler/enable"

export type { Demo, EmulatedTenant } from "./EmulatedTenant.ts"
export type { EmulatorOptions, ServerOptions } from "./Options.ts"
export { CannotListen } from "../server/Listener.ts"
export { UnusableState } from "../persistence/StateErrors.ts"
export type { FaultGiven } from "../faults/Fault.ts"
export type { UnusableFaults } from "../faults/prepare.ts"
export type { MswHandler } from "../handlers/registry.ts"
export { world } from "../handlers/world.ts"
export type { HandlerWorld, WorldCall, WorldUser } from "../handlers/world.ts"
export type { UnusableWorld } from "../world/seed/WorldFile.ts"
export type { WorldFile } from "../world/seed/WorldFile.ts"
export type { Mail } from "../world/model/rows.ts"
export type { Imported, ImportOptions } from "../import/importWorld.ts"
export type { ImportedFile, Unreadable } from "../import/read.ts"

export const defaultPort = 4010

/**
 * An emulated service, for development and tests. An option that there is not, or a value that one cannot have, is a
 * mistake of the program: it dies with a `TypeError`, a `RangeError` or, for a world, an `UnusableWorld`, of one sentence.
 */
export class Emulator extends Context.Service<
  Emulator,
  EmulatedTenant.EmulatedTenant & {
    /**
     * The same for another tenant, by its name: worlds and a clock of its own. It begins with its first use, and is
     * dropped after half an hour without a request. Throws for what is no name: 1 to 64 letters, digits, points,
     * underscores or hyphens, but neither `.` nor `..`.
     */
    readonly tenant: (name: string) => EmulatedTenant.EmulatedTenant
    /** What clients of HTTPS have to trust, as PEM; nothing where HTTP is spoken. */
    readonly certificate: string | undefined
  }
>()("@remote-assist/http-mock/Emulator") {
  /**
   * In process, without a socket: a fresh emulator, which ends with the scope. The first of a process builds what all
   * share; each further one takes about a millisecond.
   */
  static readonly make = (options: EmulatorOptions = {}): Effect.Effect<Emulator["Service"], never, Scope.Scope> =>
    Effect.gen(function* () {
      checkOptions(options)
      const postman = yield* postmanOf(options)
      const tenants = yield* Effect.orDie(makeTenants(options, postman))
      const answer = yield* Effect.orDie(answerOf(tenants, options))
      const ending = yield* Ending.make
      return of({ origin: inProcessOrigin, tenants, answer, ending })
    })

  /** In process, without a socket; also what the SDK reaches it by, and the `HttpClient`. */
  static readonly layer = (options: EmulatorOptions = {}): Layer.Layer<Emulator | Http | HttpClient.HttpClient> =>
    Layer.unwrap(
      Effect.map(Emulator.make(options), (emulator) =>
        Layer.merge(Layer.succeed(Emulator, emulator), layerFetch(emulator.fetch))
      )
    )

  /** On a socket of this machine. */
  static readonly layerServer = (options: ServerOptions = {}): Layer.Layer<Emulator, CannotListen | UnusableState> =>
    Layer.effect(
      Emulator,
      Effect.gen(function* () {
        checkServerOptions(options)
        const { host = "127.0.0.1", port = defaultPort } = options
        const postman = yield* postmanOf(options)
        const tenants = yield* options.state === undefined
          ? makeTenants(options, postman)
          : keptTenants(options, postman, options.state)
        const answer = yield* answerOf(tenants, options)
        const tls = yield* securing(options.tls, host)
        const access = { local: isLocal(host), token: options.controlToken, secure: tls !== undefined }
        const origin = yield* listen(answer(access), { host, port, cors: corsOf(options), tls })
        postman?.at(origin)
        const ending = yield* Ending.make
        return of({ origin, tenants, answer, ending }, tls?.cert)
      })
    )
}

/** Makes a world of lists of users and pods. */
export const importWorld = (
  files: ReadonlyArray<ImportedFile>,
  options: ImportOptions = {}
): Effect.Effect<Imported, Unreadable> =>
  Effect.flatMap(
    Effect.promise(() => import("../import/importWorld.ts")),
    ({ importWorld }) => Effect.fromResult(importWorld(files, options))
  )

const of = (instance: EmulatedTenant.Instance, certificate?: string) =>
  Emulator.of({
    ...EmulatedTenant.of(instance),
    certificate,
    tenant: (name) => EmulatedTenant.named(instance, name)
  })
