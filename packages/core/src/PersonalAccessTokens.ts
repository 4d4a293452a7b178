import * as Schema from "effect/Schema"

import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1R1 } from "./Errors.ts"
import * as Group from "./Group.ts"
import * as Wire from "./Wire.ts"

/** Id of a personal access token. */
export const PersonalAccessTokenId = Schema.Int.pipe(Schema.brand("PersonalAccessTokenId"))
export type PersonalAccessTokenId = typeof PersonalAccessTokenId.Type

/** A token that a program exchanges for a user token, by `Auth.personalAccessToken`. Source: interface §2.3. */
export class PersonalAccessToken extends Wire.Struct<PersonalAccessToken>("personal_access_token")({
  /** Purpose. */
  description: Wire.Text,
  /** Number of the token. */
  id: PersonalAccessTokenId,
  /** The token itself, if the service shows it. */
  token: Schema.optionalKey(Wire.Secret)
}) {}

const path = "/v1r1/personal_access_token"

const common = { errors: errorsV1R1, takesUserToken: true } as const
const read = { ...common, retry: "safe" } as const

/** The caller's personal access tokens. Source: interface §4.2. */
export const PersonalAccessTokensGroup = Endpoint.group("PersonalAccessTokens", {
  /** Lists the caller's tokens; the list is not paged. Source: interface §4.2, 1. */
  list: Endpoint.get(path, { success: Schema.Array(PersonalAccessToken), ...read }),
  /** Creates a token. Never retried: each call creates another token. Source: interface §4.2, 2. */
  create: Endpoint.post(path, { success: PersonalAccessToken, ...common }),
  /** Reads one token. Its id is a text here, and an integer for `remove`. Source: interface §4.2, 3. */
  read: Endpoint.get(`${path}/:id`, {
    params: Schema.Struct({ id: Wire.PathSegment }),
    success: PersonalAccessToken,
    ...read
  }),
  /** Deletes a token permanently; user tokens created from it become invalid. Source: interface §4.2, 4. */
  remove: Endpoint.delete(`${path}/:id`, {
    params: Schema.Struct({ id: PersonalAccessTokenId }),
    success: Wire.EmptyBody,
    ...common,
    retry: "idempotent"
  })
})

/** The texts of the operations on personal access tokens for documents. */
export const PersonalAccessTokensDescription = {
  description: "Personal access tokens of the caller, which programs exchange for user tokens.",
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
      description: "User tokens created from it become invalid."
    }
  }
} as const satisfies Descriptions<typeof PersonalAccessTokensGroup>

/** Manages the caller's personal access tokens. */
export class PersonalAccessTokens extends Group.Service<PersonalAccessTokens>()(PersonalAccessTokensGroup) {}
