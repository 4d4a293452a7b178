import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Redacted from "effect/Redacted"

import type { FaultGiven } from "../../faults/Fault.ts"
import type { LimitGiven } from "../../faults/limits/Limit.ts"
import type { KeyPair } from "../../server/Certificate.ts"
import type { StubHandler } from "../../stubs/StubHandler.ts"
import { defaultSize } from "../../tenants/journal/Journal.ts"
import type { TenantOptions } from "../../tenants/Tenant.ts"
import type { Addresses } from "../../upstream/address.ts"
import type { Cors } from "../../wire/cors.ts"
import { namedCalls } from "../../world/calls/Calls.ts"
import type { Choices } from "../../world/gaps/Gaps.ts"
import { namedUsers } from "../../world/seed/defaultWorld.ts"
import type { WorldFile } from "../../world/seed/WorldFile.ts"

/** What an emulator without a socket is made of, as its worlds begin. */
export interface EmulatorOptions {
  /** How many users there are, the four named ones included; the named ones alone unless set. */
  readonly users?: number | undefined
  /** How many calls there are, the three named ones included; the named ones alone unless set. */
  readonly calls?: number | undefined
  /** What there is beside the default world, or in its place; its size goes before `users` and `calls`. */
  readonly world?: WorldFile | undefined
  /** What randomness starts from; 1 unless set. */
  readonly seed?: number | undefined
  /** How long user tokens work; 30 days unless set. */
  readonly tokenLife?: Duration.Input | undefined
  /** RSA public key in PEM form of the site: tokens that its private half signs administer the enterprise. */
  readonly partnerKey?: string | undefined
  /** Number of the site that the partner key is of; 8888 unless set. */
  readonly siteId?: number | undefined
  /** The `iss` of tokens; `emulator` unless set. */
  readonly issuer?: string | undefined
  /** The `aud` of tokens; `emulator` unless set. */
  readonly audience?: string | undefined
  /** What is chosen at gaps, by the ids of the register; its first choices unless set. */
  readonly gaps?: Partial<Choices>
  /**
   * Where the clock stands still from the start, as a date-time or milliseconds, until it is changed, or by `clock.reset`
   * follows the machine; it shows the machine's time unless set.
   */
  readonly frozenAt?: DateTime.DateTime.Input | undefined
  /** How many requests, with their answers, each tenant's journal keeps; 1,000 unless set, 0 keeps none. */
  readonly journal?: number | undefined
  /**
   * How many requests pass in which time, such as `"100/minute"` for each API key or `"5/second by token"`; as many as come
   * unless set. It goes by the tenant's clock.
   */
  readonly rateLimit?: LimitGiven | ReadonlyArray<LimitGiven> | undefined
  /** Faults that each tenant begins with, as `POST /__mock/faults` takes them; none unless set. */
  readonly faults?: ReadonlyArray<FaultGiven> | undefined
  /** Name of the header with the API key; `x-service-api-key` unless set. */
  readonly apiKeyHeader?: string
  /** Pages of which origins may use the service: a list, `"*"` for any, or `"off"`; any unless set. Never the control plane. */
  readonly cors?: Cors
  /**
   * Mail server that each e-mail of an outbox is sent to as well, such as `smtp://127.0.0.1:1025`, with `user:password@` before
   * the host where it asks for them; none unless set.
   */
  readonly mailTo?: string | undefined
  /** Address that each e-mail of an outbox is posted to as JSON; none unless set. */
  readonly mailWebhook?: string | undefined
  /** Folder of stub mappings as WireMock has it: they answer what the contract does not describe; none unless set. */
  readonly stubs?: string | undefined
  /** What answers what the contract does not describe, by routes such as `GET /api/v2/things/:id`; before any stub mapping. */
  readonly handlers?: Readonly<Record<string, StubHandler>> | undefined
  /** Services that requests are passed on to which the emulator does not answer, by region. */
  readonly upstream?: Addresses | undefined
  /** Operations that are passed on too: `Calls.list`, `Pods.*`, or `*` for all; none unless set. */
  readonly upstreamOperations?: ReadonlyArray<string> | undefined
  /** How long an upstream may be silent; a minute unless set. */
  readonly upstreamTimeout?: Duration.Input | undefined
}

export interface ServerOptions extends EmulatorOptions {
  /** 4010 unless set; 0 picks a free one. */
  readonly port?: number
  /** 127.0.0.1 unless set. */
  readonly host?: string
  /** What the control plane asks for when the host is not of this machine alone; none is served there without it. */
  readonly controlToken?: Redacted.Redacted | undefined
  /** Speaks HTTPS: by a fresh certificate that signs itself where it is `true`, or by one that is given as PEM, with its key. */
  readonly tls?: boolean | KeyPair | undefined
  /** File that the states of the tenants are kept in; they end with the process unless set. */
  readonly state?: string | undefined
}

export const defaultSiteId = 8888

/** The `iss` and the `aud` of tokens when none is set. */
export const defaultIssuer = "emulator"

export const defaultUpstreamTimeout = Duration.minutes(1)

const secondsOf = (life: Duration.Input) => Math.max(1, Math.ceil(Duration.toSeconds(life)))

/** The options with what is not set. */
export const complete = (options: EmulatorOptions): TenantOptions => ({
  seed: options.seed ?? 1,
  users: Math.max(options.world?.size?.users ?? options.users ?? 0, namedUsers),
  calls: Math.max(options.world?.size?.calls ?? options.calls ?? 0, namedCalls),
  issuer: options.issuer ?? defaultIssuer,
  audience: options.audience ?? defaultIssuer,
  site: {
    id: options.siteId ?? defaultSiteId,
    ...(options.partnerKey === undefined ? {} : { publicKey: options.partnerKey })
  },
  choices: {
    ...(options.tokenLife === undefined ? {} : { "token.life": secondsOf(options.tokenLife) }),
    ...options.gaps
  },
  journal: options.journal ?? defaultSize,
  ...(options.frozenAt === undefined ? {} : { frozenAt: DateTime.toEpochMillis(DateTime.makeUnsafe(options.frozenAt)) })
})
