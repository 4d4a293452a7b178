import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import * as Credentials from "./Credentials.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1R1 } from "./Errors.ts"
import type { CallError, ErrorV1R1, SessionError } from "./Errors.ts"
import * as Methods from "./Methods.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"
import * as Wire from "./Wire.ts"

/** Id of a personal access token. */
export const PersonalAccessTokenId = Schema.Int.pipe(Schema.brand("PersonalAccessTokenId"))
export type PersonalAccessTokenId = typeof PersonalAccessTokenId.Type

/** A token that a program exchanges for a user token, by `Auth.personalAccessToken`. Source: interface §2.3. */
export const PersonalAccessToken = Schema.Struct({
  /** What it is for. */
  description: Wire.Text,
  /** Number of the token. */
  id: PersonalAccessTokenId,
  /** The token itself, where the service shows it. */
  token: Schema.optionalKey(Wire.Secret)
}).annotate({ identifier: "personal_access_token" })
/** The fields of {@link PersonalAccessToken}, by a name that editors show. */
export interface PersonalAccessTokenFields extends Schema.Schema.Type<typeof PersonalAccessToken> {}
export type PersonalAccessToken = PersonalAccessTokenFields

const path = "/v1r1/personal_access_token"

const own = { errors: errorsV1R1, takesUserToken: true } as const
const read = { ...own, retry: "safe" } as const

/** The caller's personal access tokens. Source: interface §4.2. */
export const PersonalAccessTokensGroup = Endpoint.group("PersonalAccessTokens", {
  list: Endpoint.get(path, { success: Schema.Array(PersonalAccessToken), ...read }),
  create: Endpoint.post(path, { success: PersonalAccessToken, ...own }),
  read: Endpoint.get(`${path}/:id`, {
    params: Schema.Struct({ id: Wire.PathSegment }),
    success: PersonalAccessToken,
    ...read
  }),
  remove: Endpoint.delete(`${path}/:id`, {
    params: Schema.Struct({ id: PersonalAccessTokenId }),
    success: Wire.Nothing,
    ...own,
    retry: "idempotent"
  })
})

/** What documents say of the operations on personal access tokens. */
export const PersonalAccessTokensDescription = {
  description: "Tokens of the caller that a program exchanges for user tokens.",
  operations: {
    list: {
      section: "§4.2, 1",
      summary: "List the caller's personal access tokens",
      description: "The list is not paged.",
      answers: "PersonalAccessTokenList"
    },
    create: { section: "§4.2, 2", summary: "Create a personal access token", answers: "PersonalAccessToken" },
    read: { section: "§4.2, 3", summary: "Read a personal access token", answers: "PersonalAccessToken" },
    remove: {
      section: "§4.2, 4",
      summary: "Remove a personal access token",
      description: "User tokens that were made from it end with it."
    }
  }
} as const satisfies Descriptions<typeof PersonalAccessTokensGroup>

type Failure = ErrorV1R1 | SessionError | CallError

/** Manages the personal access tokens of whoever is logged in. */
export class PersonalAccessTokens extends Context.Service<
  PersonalAccessTokens,
  {
    /** Lists the caller's tokens; the list is not paged. Source: interface §4.2, 1. */
    readonly list: Effect.Effect<ReadonlyArray<PersonalAccessToken>, Failure>
    /** Creates a token. Never repeated by itself: each call makes another. Source: interface §4.2, 2. */
    readonly create: Effect.Effect<PersonalAccessToken, Failure>
    /** Reads one token, by its id as a text, unlike {@link remove}. Source: interface §4.2, 3. */
    readonly read: (id: string) => Effect.Effect<PersonalAccessToken, Failure>
    /** Removes a token for good; user tokens that were made from it end with it. Source: interface §4.2, 4. */
    readonly remove: (id: PersonalAccessTokenId) => Effect.Effect<void, Failure>
  }
>()("@remote-assist/core/PersonalAccessTokens") {
  static readonly layer: Layer.Layer<PersonalAccessTokens, never, Transport | Region | UserToken> = Layer.effect(
    PersonalAccessTokens,
    Effect.map(Methods.make(PersonalAccessTokensGroup, Credentials.add), (api) =>
      PersonalAccessTokens.of({
        list: api.list(),
        create: api.create(),
        read: (id) => api.read({ params: { id } }),
        remove: (id) => api.remove({ params: { id } })
      })
    )
  )
}
