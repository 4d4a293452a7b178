import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import * as ApiKey from "./ApiKey.ts"
import * as Credentials from "./Credentials.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1, errorsV1Token } from "./Errors.ts"
import * as Group from "./Group.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"
import * as Wire from "./Wire.ts"

const info = {
  /** When it was created. */
  created_at: Schema.Int,
  /** Its content. */
  data: Schema.String,
  /** When it expires. */
  expires_at: Schema.Int,
  /** Issuer. */
  issuer: Schema.String,
  /** Permissions of its owner. */
  permissions: Schema.Array(Schema.String),
  /** Status; the interface does not list the values. */
  status: Schema.String
}

/** The details of a token. The interface does not give the units of `created_at` and `expires_at`. Source: interface §2.2. */
export class TokenInfo extends Wire.Struct<TokenInfo>("token_info")(info) {}

/** A validated token: {@link TokenInfo} with owner and type. Source: interface §2.2. */
export class ValidatedTokenInfo extends Wire.Struct<ValidatedTokenInfo>("validated_token_info")({
  ...info,
  /** Id of the owner. */
  id: Schema.String,
  /** Type of the token. */
  type: Schema.String
}) {}

/** Requirements for a token, such as `{ resource_type: "user", permission_list: ["view_contacts"] }`. */
export class ValidateQuery extends Wire.Struct<ValidateQuery>()({
  /** The token. */
  token: Schema.optionalKey(Wire.Secret),
  /** Type of the resource. */
  resource_type: Schema.optionalKey(Schema.String),
  /** Category of the permissions. */
  permission_category: Schema.optionalKey(Schema.String),
  /** Permissions that it must have. */
  permission_list: Schema.optionalKey(Schema.Array(Schema.String))
}) {}

const read = { errors: errorsV1, retry: "safe" } as const

/** The operations that inspect tokens. Source: interface §4.1, 6-7. */
export const TokensGroup = Endpoint.group("Tokens", {
  /** Reads the details of a token; `ErrorV1` 401 if it is unknown or expired. Source: interface §4.1, 6. */
  info: Endpoint.get("/v1/token/info", {
    query: Schema.Struct({ token: Schema.optionalKey(Wire.Secret) }),
    success: TokenInfo,
    ...read
  }),
  /**
   * Checks a token, by default the caller's, against a resource type, a permission category and permissions; `ErrorV1` 401
   * if it does not have them.
   *
   * Source: interface §4.1, 7.
   */
  validate: Endpoint.get("/v1/token/validate", { query: ValidateQuery, success: ValidatedTokenInfo, ...read })
})

/** The texts of the operations that inspect tokens for documents. */
export const TokensDescription = {
  description: "Inspection of tokens.",
  operations: {
    info: {
      section: "§4.1, 6",
      summary: "Read the details of a token",
      description: "It reads the token of the query, or else that of the header `authorization`.",
      answers: "TokenInfo"
    },
    validate: {
      section: "§4.1, 7",
      summary: "Check a token against permissions",
      description:
        "A token that lacks one of them is refused with 401. It checks the token of the query, or else that of the header `authorization`.",
      answers: "ValidatedTokenInfo"
    }
  }
} as const satisfies Descriptions<typeof TokensGroup>

// deployed services answer an expired token in the header as a bare string everywhere on /v1
const withUserToken = { errors: errorsV1Token, takesUserToken: true } as const
const OwnTokenGroup = Endpoint.group("Tokens", {
  info: { ...TokensGroup.endpoints.info, ...withUserToken },
  validate: { ...TokensGroup.endpoints.validate, ...withUserToken }
})

type Own = Group.GroupMethods<typeof OwnTokenGroup.endpoints>

/**
 * Inspects tokens. Without a token of its own, a call is about the user token in `authorization`: that of the session,
 * renewed as for other calls, or else the call fails with `SessionEnded`. With a token, no user token is sent.
 */
export class Tokens extends Context.Service<
  Tokens,
  { readonly [Name in keyof Group.GroupMethods<typeof TokensGroup.endpoints>]: Own[Name] }
>()("@remote-assist/core/Tokens") {
  static readonly group: typeof TokensGroup = TokensGroup
  static readonly layer: Layer.Layer<Tokens, never, Transport | Region | UserToken> = Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const alone = yield* Group.make(TokensGroup, ApiKey.add)
      const own = yield* Group.make(OwnTokenGroup, Credentials.add)
      const about = (token: Redacted.Redacted | undefined) => (token === undefined ? own : alone)
      return Tokens.of({
        info: (token) => about(token).info(token),
        validate: (query) => about(query?.token).validate(query)
      })
    })
  )
}
