import type { RegionName } from "@remote-assist/core/Region"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as MutableRef from "effect/MutableRef"
import * as Redacted from "effect/Redacted"

import type { Access } from "../control/access.ts"
import type { MswHandler } from "../tenants/Handlers.ts"
import { defaultTenant, isTenantName, tenantNameError } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Answer } from "../wire/response.ts"
import type { Mail } from "../world/model/rows.ts"
import { demoOf } from "../world/seed/demo.ts"
import { durationFrom } from "../world/timestamp.ts"
import type { Control } from "./Control.ts"
import { closedError, layerFetch, makeFetch, makeWebHandler, whileOpen } from "./webHandler.ts"
import type { Handler } from "./webHandler.ts"

export interface Demo {
  readonly apiKey: string
  /** The e-mail address of the administrator. */
  readonly email: string
  /** The password of all users. */
  readonly password: string
  readonly personalAccessToken: string
  readonly inviteUrl: string
  readonly aliasRefreshToken: string
  readonly confirmationToken: string
  readonly newEmailToken: string
}

/** A tenant of the emulated service, with its own worlds and clock. */
export interface EmulatedTenant {
  /** The base URLs of the two regions, without `/api`. */
  readonly baseUrl: { readonly us: string; readonly eu: string }
  /** The values of the default world: API key, administrator, and tokens. */
  readonly demo: Demo
  /** Returns the e-mails of a region, the oldest first. They stay in the process without `mailTo` and `mailWebhook`. */
  readonly outbox: (region: RegionName) => Effect.Effect<ReadonlyArray<Mail>>
  /** Advances the tenant's clock, so that tokens expire. */
  readonly advance: (duration: Duration.Input) => Effect.Effect<void>
  /**
   * Handles a request without a socket, by its path: `/us/api/…` or `/eu/api/…` at any origin. Rejects as `fetch` does: with
   * the reason of the request's signal, or a `TypeError` if a fault breaks the connection or the emulator is closed.
   */
  readonly handler: Handler
  /**
   * A `fetch` for clients of the emulator, without a socket. Rejects with a `TypeError` for any other origin and for a closed
   * emulator, and with the reason of an aborted signal.
   */
  readonly fetch: typeof globalThis.fetch
  /** Adds MSW handlers to this tenant, before the existing ones. */
  readonly use: (...handlers: ReadonlyArray<MswHandler>) => void
  /** Removes the handlers that `use` added to this tenant; those of the options stay. */
  readonly resetHandlers: () => void
  /** The typed client of the control plane, without a socket. Its code is loaded on first use. */
  readonly control: Effect.Effect<Control["Service"]>
}

export interface Instance {
  readonly origin: string
  readonly tenants: Tenants
  readonly answer: (access: Access) => Answer
  readonly ending: AbortSignal
}

const local = (secure: boolean): Access => ({ local: true, inProcess: true, token: undefined, secure })

const token = Redacted.make("control client of the process itself")

// independent of the host name, which may be public
const byToken = (secure: boolean): Access => ({ local: false, token, secure })

const isSecure = ({ origin }: Instance) => origin.startsWith("https:")

const makeControl = ({ answer, ending, origin }: Instance, tenant: string, access: Access) =>
  Effect.promise(() => import("./Control.ts")).pipe(
    Effect.flatMap(({ Control }) =>
      Effect.provide(
        Control,
        Control.layer({ origin, tenant, token }).pipe(
          Layer.provide(layerFetch(makeFetch(makeWebHandler(answer(access), { origin, tenant, ending }), origin)))
        )
      )
    )
  )

const baseUrlOf = (base: string) => ({ us: `${base}/us`, eu: `${base}/eu` })

/** Returns a tenant of an emulator (default: the tenant `default`). */
export const makeTenant = (instance: Instance, name?: string): EmulatedTenant => {
  const { answer, ending, origin, tenants } = instance
  const open = whileOpen(() => ending.aborted)
  // looked up each time, as a branch may replace the tenant
  const tenant = () => tenants.get(name ?? defaultTenant)
  const handler = makeWebHandler(answer(local(isSecure(instance))), { origin, tenant: name, ending })
  return {
    baseUrl: baseUrlOf(name === undefined ? origin : `${origin}/t/${name}`),
    demo: demoOf(MutableRef.get(tenant().regions.us.world)),
    outbox: (region) =>
      open(
        Effect.sync(() =>
          [...HashMap.values(MutableRef.get(tenant().regions[region].world).outbox)].toSorted(
            (one, other) => one.id - other.id
          )
        )
      ),
    advance: (duration) =>
      open(
        Effect.suspend(() => {
          const { clock, save } = tenant()
          clock.change({ advance: Duration.toMillis(durationFrom(duration)) })
          return save
        })
      ),
    handler,
    fetch: makeFetch(handler, origin),
    use: (...handlers) => {
      if (ending.aborted) throw closedError()
      tenants.handlers.use(name ?? defaultTenant, handlers)
    },
    resetHandlers: () => tenants.handlers.reset(name ?? defaultTenant),
    control: open(
      Effect.runSync(Effect.cached(makeControl(instance, name ?? defaultTenant, byToken(isSecure(instance)))))
    )
  }
}

/** Returns a tenant by name; throws for an invalid name, and if the emulator is closed. */
export const makeNamedTenant = (instance: Instance, name: string): EmulatedTenant => {
  if (instance.ending.aborted) throw closedError()
  if (!isTenantName(name)) throw new RangeError(tenantNameError(name))
  return makeTenant(instance, name)
}
