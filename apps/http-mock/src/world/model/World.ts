import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { OnCallGroup, OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import type { Pod } from "@remote-assist/core/Pods"
import type { RegionName } from "@remote-assist/core/Region"
import * as HashMap from "effect/HashMap"
import type * as Result from "effect/Result"

import type { Calls } from "../calls/Calls.ts"
import type { Chosen } from "../gaps/Gaps.ts"
import { noiseHex } from "../prng.ts"
import type { Refusal } from "../Refusal.ts"
import type { Site } from "../tokens/PartnerKey.ts"
import type { Users } from "../users/Users.ts"

/** An account that is registered and not confirmed yet. */
export interface Account {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly location: string
  readonly title: string
  readonly registeredAt: number
  readonly confirmationToken: string
}

/**
 * What a confirmation token confirms: the account of an e-mail address, or the new address of a user; or that it did so
 * already. `madeAt` is in milliseconds; those of the seed have none.
 */
export type Confirmation = (
  | { readonly account: string }
  | { readonly user: UserId }
  | { readonly confirmed: "account" }
) & {
  readonly madeAt?: number
}

export interface Enterprise {
  readonly name: string
  readonly contactEmail: string
  readonly contactName: string
  readonly resellerId: string
}

/** What a refresh token stands for; at `until`, in milliseconds, it ends. */
export interface Grant {
  readonly subject: string
  readonly until: number
}

export interface PersonalAccessToken {
  readonly id: PersonalAccessTokenId
  readonly userId: UserId
  readonly description: string
  readonly token: string
  /** In milliseconds; those of the seed have none. */
  readonly madeAt?: number
}

/** What e-mails are about. */
export const mailKinds = ["welcome", "confirmation", "new-email", "enterprise", "personal-room", "session"] as const

/** An e-mail of the outbox; `token` is what its link carries. */
export interface Mail {
  readonly id: number
  readonly kind: (typeof mailKinds)[number]
  readonly to: string
  readonly at: number
  readonly subject: string
  readonly token?: string
  /** Where its link leads. */
  readonly url?: string
}

/** What never changes in a world. */
export interface Settings {
  readonly region: RegionName
  readonly seed: number
  readonly key: Uint8Array
  readonly issuer: string
  readonly audience: string
  readonly site: Site
  readonly choices: Chosen
}

/** A pod with every field set. */
export type PodRow = { readonly [Field in keyof Pod]-?: NonNullable<Pod[Field]> }

/** The state of one region: a value that transitions replace, so that a snapshot is a reference to it. */
export interface World {
  readonly settings: Settings
  /** How much randomness was drawn. */
  readonly drawn: number
  readonly users: Users
  readonly pods: ReadonlyArray<PodRow>
  /** Accounts by e-mail address, in lower case. */
  readonly accounts: HashMap.HashMap<string, Account>
  /** By confirmation token; the token of what is confirmed or replaced already fits nothing. */
  readonly confirmations: HashMap.HashMap<string, Confirmation>
  /** Enterprises that were registered beside the one of this world. */
  readonly enterprises: ReadonlyArray<Enterprise>
  readonly refreshTokens: HashMap.HashMap<string, Grant>
  readonly personalAccessTokens: HashMap.HashMap<PersonalAccessTokenId, PersonalAccessToken>
  /** Ids by encoded token, those of removed tokens included. */
  readonly personalAccessTokenIds: HashMap.HashMap<string, PersonalAccessTokenId>
  readonly calls: Calls
  readonly onCallGroups: ReadonlyArray<Omit<Required<OnCallGroup>, "favorite">>
  /** Each user's favorites among the on-call groups. */
  readonly favorites: HashMap.HashMap<UserId, ReadonlyArray<OnCallGroupId>>
  /** Log-in users by the refresh tokens of their aliases. */
  readonly aliases: HashMap.HashMap<string, UserId>
  /** Workbox invite URLs, with whom each was sent to. */
  readonly inviteUrls: HashMap.HashMap<string, UserId>
  readonly outbox: HashMap.HashMap<number, Mail>
}

/** A step of the world: the next world with an answer, or why there is none. */
export type Step<Answer> = Result.Result<readonly [World, Answer], Refusal>

/** 32 hexadecimal digits that the world has not given out yet. */
export const draw = (world: World): readonly [World, string] => [
  { ...world, drawn: world.drawn + 1 },
  noiseHex(world.settings.seed, world.drawn)
]

export const send = (world: World, mail: Omit<Mail, "id">): World => {
  const id = HashMap.size(world.outbox) + 1
  return { ...world, outbox: HashMap.set(world.outbox, id, { ...mail, id }) }
}
