import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"

import { defaultSize, mostKept } from "../tenants/journal/Journal.ts"
import type { TenantOptions } from "../tenants/Tenant.ts"
import { mostCalls, namedCalls } from "../world/calls/Calls.ts"
import type { Choices } from "../world/gaps/Gaps.ts"
import { mostUsers, namedUsers } from "../world/seed/defaultWorld.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"

/** What a world begins with. */
export interface WorldOptions {
  /** How many users there are, the four named ones included; the named ones alone unless set. */
  readonly users?: number | undefined
  /** How many calls there are, all of them the administrator's; the three named ones alone unless set. */
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
  /** Where the clock stands still from the start, as a date-time or milliseconds; it shows the machine's time unless set. */
  readonly frozenAt?: DateTime.DateTime.Input | undefined
  /** How many requests, with their answers, each tenant's journal keeps; 1,000 unless set, 0 keeps none. */
  readonly journal?: number | undefined
}

export const defaultSiteId = 8888

/** The `iss` and the `aud` of tokens when none is set. */
export const defaultIssuer = "emulator"

const secondsOf = (life: Duration.Input) => Math.max(1, Math.ceil(Duration.toSeconds(life)))

const whole = (option: string, given: number, most: number) => {
  if (Number.isInteger(given) && given >= 0 && given <= most) return given
  throw new RangeError(`The option ${option} is ${given}. Use a whole number from 0 to ${most}.`)
}

/** The options with what is not set. Throws a `RangeError` for a number that is out of bounds. */
export const complete = (options: WorldOptions): TenantOptions => ({
  seed: options.seed ?? 1,
  users: Math.max(whole("users", options.world?.size?.users ?? options.users ?? 0, mostUsers), namedUsers),
  calls: Math.max(whole("calls", options.world?.size?.calls ?? options.calls ?? 0, mostCalls), namedCalls),
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
  journal: whole("journal", options.journal ?? defaultSize, mostKept),
  ...(options.frozenAt === undefined ? {} : { frozenAt: DateTime.toEpochMillis(DateTime.makeUnsafe(options.frozenAt)) })
})
