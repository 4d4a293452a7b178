import "effect/schema/SchemaJITCompiler/enable"
import type { RegionName } from "@remote-assist/core/Region"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

import * as InProcess from "./InProcess.ts"
import { listen } from "./Listener.ts"
import type { CannotListen } from "./Listener.ts"
import { complete } from "./Options.ts"
import type { WorldOptions } from "./Options.ts"
import { demo } from "./Seed.ts"
import { routes } from "./Server.ts"
import * as Tenant from "./Tenant.ts"
import type { Mail } from "./World.ts"

export { CannotListen } from "./Listener.ts"
export type { Mail } from "./World.ts"

export interface EmulatorOptions extends WorldOptions {
  /** Name of the header with the API key; `x-service-api-key` unless set. */
  readonly apiKeyHeader?: string
}

export interface ServerOptions extends EmulatorOptions {
  /** 4010 unless set; 0 picks a free one. */
  readonly port?: number
  /** 127.0.0.1 unless set. */
  readonly host?: string
}

export const defaultPort = 4010

/** An emulated service, for development and tests. */
export class Emulator extends Context.Service<
  Emulator,
  {
    /** Base addresses of the two regions, without `/api`. */
    readonly baseUrl: { readonly us: string; readonly eu: string }
    /** What the default world knows: the API key, the administrator's log-in, and what else yields tokens. */
    readonly demo: {
      readonly apiKey: string
      readonly email: string
      readonly password: string
      readonly personalAccessToken: string
      readonly inviteUrl: string
      readonly aliasRefreshToken: string
      readonly confirmationToken: string
      readonly newEmailToken: string
    }
    /** The e-mails that a region sent, the oldest first; none leaves the process. */
    readonly outbox: (region: RegionName) => Effect.Effect<ReadonlyArray<Mail>>
    /** Moves the emulator's own clock on, so that tokens expire. */
    readonly advance: (duration: Duration.Input) => Effect.Effect<void>
  }
>()("@remote-assist/http-mock/Emulator") {
  /** In process, without a socket; also the `HttpClient` that reaches it. */
  static readonly layer = (options: EmulatorOptions = {}): Layer.Layer<Emulator | HttpClient.HttpClient> =>
    Layer.unwrap(
      Effect.map(Tenant.make(complete(options)), (tenant) =>
        Layer.merge(
          Layer.succeed(Emulator, makeEmulator(InProcess.origin, tenant)),
          InProcess.client(routes(tenant, options.apiKeyHeader))
        )
      )
    )

  /** On a socket of this machine. */
  static readonly layerServer = (options: ServerOptions = {}): Layer.Layer<Emulator, CannotListen> =>
    Layer.effect(
      Emulator,
      Effect.gen(function* () {
        const { host = "127.0.0.1", port = defaultPort } = options
        const tenant = yield* Tenant.make(complete(options))
        return makeEmulator(yield* listen(routes(tenant, options.apiKeyHeader), { host, port }), tenant)
      })
    )
}

const makeEmulator = (origin: string, tenant: Tenant.Tenant) =>
  Emulator.of({
    baseUrl: { us: `${origin}/us`, eu: `${origin}/eu` },
    demo,
    outbox: (region) =>
      Effect.map(Ref.get(tenant.regions[region].world), ({ outbox }) =>
        [...HashMap.values(outbox)].toSorted((one, other) => one.id - other.id)
      ),
    advance: tenant.advance
  })
