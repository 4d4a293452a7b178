import * as Duration from "effect/Duration"

import { namedCalls } from "./calls/Calls.ts"
import { defaultTokenLife, namedUsers } from "./Seed.ts"
import type { SeedOptions } from "./Seed.ts"

/** What a world begins with. */
export interface WorldOptions {
  /** How many users there are, the four named ones included; the named ones alone unless set. */
  readonly users?: number
  /** How many calls there are, all of them the administrator's; the three named ones alone unless set. */
  readonly calls?: number
  /** What randomness starts from; 1 unless set. */
  readonly seed?: number
  /** How long user tokens work; 30 days unless set. */
  readonly tokenLife?: Duration.Input
  /** RSA public key in PEM form of the site: tokens that its private half signs administer the enterprise. */
  readonly partnerKey?: string
  /** Number of the site that the partner key is of; 8888 unless set. */
  readonly siteId?: number
  /** The `iss` of tokens; `emulator` unless set. */
  readonly issuer?: string
  /** The `aud` of tokens; `emulator` unless set. */
  readonly audience?: string
}

export const defaultSiteId = 8888

/** The `iss` and the `aud` of tokens when none is set. */
export const defaultIssuer = "emulator"

/** The options with what is not set. */
export const complete = (options: WorldOptions): Omit<SeedOptions, "region"> => ({
  seed: options.seed ?? 1,
  users: Math.max(options.users ?? 0, namedUsers),
  calls: Math.max(options.calls ?? 0, namedCalls),
  tokenLife:
    options.tokenLife === undefined ? defaultTokenLife : Math.max(1, Math.ceil(Duration.toSeconds(options.tokenLife))),
  issuer: options.issuer ?? defaultIssuer,
  audience: options.audience ?? defaultIssuer,
  site: {
    id: options.siteId ?? defaultSiteId,
    ...(options.partnerKey === undefined ? {} : { publicKey: options.partnerKey })
  },
  choices: {}
})
