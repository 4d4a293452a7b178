import "effect/schema/SchemaJITCompiler/enable"
import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import type { RegionName } from "@remote-assist/core/Region"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as MutableRef from "effect/MutableRef"
import type * as Redacted from "effect/Redacted"

import { isLocal } from "./control/Access.ts"
import type { Access } from "./control/Access.ts"
import * as InProcess from "./InProcess.ts"
import { listen } from "./Listener.ts"
import type { CannotListen } from "./Listener.ts"
import { complete } from "./Options.ts"
import type { WorldOptions } from "./Options.ts"
import { demoOf } from "./Seed.ts"
import * as Server from "./Server.ts"
import type { UnusableState } from "./state/UnusableState.ts"
import { defaultTenant } from "./TenantName.ts"
import * as Tenants from "./Tenants.ts"
import type { Mail } from "./World.ts"

export { CannotListen } from "./Listener.ts"
export { UnusableState } from "./state/UnusableState.ts"
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
  /** What the control plane asks for when the host is not of this machine alone; none is served there without it. */
  readonly controlToken?: Redacted.Redacted | undefined
  /** File that the states of the tenants are kept in; they end with the process unless set. */
  readonly state?: string | undefined
}

export const defaultPort = 4010

// a tenant without requests for this long is dropped
const idleTime = Duration.minutes(30)

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
      Effect.gen(function* () {
        const tenants = yield* makeTenants(options)
        return Layer.merge(
          Layer.succeed(Emulator, makeEmulator(InProcess.origin, tenants)),
          InProcess.client(yield* Server.make(tenants, settingsOf(options, inProcess)))
        )
      })
    )

  /** On a socket of this machine. */
  static readonly layerServer = (options: ServerOptions = {}): Layer.Layer<Emulator, CannotListen | UnusableState> =>
    Layer.effect(
      Emulator,
      Effect.gen(function* () {
        const { host = "127.0.0.1", port = defaultPort } = options
        const tenants = yield* options.state === undefined ? makeTenants(options) : keptTenants(options, options.state)
        const access = { local: isLocal(host), token: options.controlToken }
        const answer = yield* Server.make(tenants, settingsOf(options, access))
        return makeEmulator(yield* listen(answer, { host, port }), tenants)
      })
    )
}

const inProcess: Access = { local: true, token: undefined }

const settingsOf = ({ apiKeyHeader = defaultApiKeyHeader }: EmulatorOptions, access: Access) => ({
  apiKeyHeader,
  access
})

const makeTenants = (options: EmulatorOptions, save?: Effect.Effect<void>) =>
  Tenants.make({ ...complete(options), idle: idleTime, save })

const keptTenants = Effect.fnUntraced(function* (options: EmulatorOptions, file: string) {
  const { makeNode } = yield* Effect.promise(() => import("./state/Keeper.ts"))
  const { keep, save } = yield* makeNode(file)
  const tenants = yield* makeTenants(options, save)
  yield* keep(tenants)
  return tenants
})

const makeEmulator = (origin: string, tenants: Tenants.Tenants) => {
  // a branch may have taken the place of the tenant
  const tenant = () => tenants.get(defaultTenant)
  return Emulator.of({
    baseUrl: { us: `${origin}/us`, eu: `${origin}/eu` },
    demo: demoOf(MutableRef.get(tenant().regions.us.world).settings.choices),
    outbox: (region) =>
      Effect.sync(() =>
        [...HashMap.values(MutableRef.get(tenant().regions[region].world).outbox)].toSorted(
          (one, other) => one.id - other.id
        )
      ),
    advance: (duration) =>
      Effect.suspend(() => {
        const { clock, save } = tenant()
        clock.change({ advance: Duration.toMillis(duration) })
        return save
      })
  })
}
