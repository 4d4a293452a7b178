import * as Core from "../../PersonalAccessTokens.ts"
import type { CallOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Secret } from "../Secret.ts"

/** A token that a program exchanges for a user token. */
export interface PersonalAccessToken {
  /** What it is for. */
  readonly description?: string | null
  /** Number of the token. */
  readonly id: number
  /** The token itself, where the service shows it. */
  readonly token?: Secret
}

/** Manages the personal access tokens of whoever is logged in. */
export interface PersonalAccessTokens {
  /** Lists the caller's tokens; the list is not paged. */
  readonly list: (options?: CallOptions) => CallPromise<ReadonlyArray<PersonalAccessToken>>
  /** Creates a token. Never repeated by itself: each call makes another. */
  readonly create: (options?: CallOptions) => CallPromise<PersonalAccessToken>
  /** Reads one token. The interface takes the id as a text here and as a number in `remove`. */
  readonly read: (id: string, options?: CallOptions) => CallPromise<PersonalAccessToken>
  /** Removes a token for good; user tokens that were made from it end with it. */
  readonly remove: (id: number, options?: CallOptions) => CallPromise<void>
}

const of = Group.of(Core.PersonalAccessTokensGroup)

const id = Group.number("the token's id")

/** The group of the personal access tokens, for `connectTo`. */
export const personalAccessTokens: Group.Group<PersonalAccessTokens> = Group.make<PersonalAccessTokens>()(
  Core.PersonalAccessTokens,
  Core.PersonalAccessTokens.layer,
  "PersonalAccessTokens",
  {
    list: of.call("list"),
    create: of.call("create"),
    read: of.call("read", Group.text("the token's id")),
    remove: of.call("remove", id)
  }
)
