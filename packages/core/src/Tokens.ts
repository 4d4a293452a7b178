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
import type { CallError, ErrorText, ErrorV1, SessionError } from "./Errors.ts"
import * as Methods from "./Methods.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"
import * as Wire from "./Wire.ts"

const info = {
  /** When it was made. */
  created_at: Schema.Int,
  /** What it carries. */
  data: Schema.String,
  /** When it expires. */
  expires_at: Schema.Int,
  /** Who issued it. */
  issuer: Schema.String,
  /** What its owner may do. */
  permissions: Schema.Array(Schema.String),
  /** Status; which there are is not described. */
  status: Schema.String
}

/**
 * What a token says of itself. The units of `created_at` and `expires_at` are not described. Source: interface §2.2.
 */
export const TokenInfo = Schema.Struct(info).annotate({ identifier: "token_info" })
export type TokenInfo = typeof TokenInfo.Type

/** A validated token: {@link TokenInfo} with whose it is and of which type. Source: interface §2.2. */
export const ValidatedTokenInfo = Schema.Struct({
  ...info,
  /** Whose it is. */
  id: Schema.String,
  /** Of which type it is. */
  type: Schema.String
}).annotate({ identifier: "validated_token_info" })
export type ValidatedTokenInfo = typeof ValidatedTokenInfo.Type

const ValidateQuery = Schema.Struct({
  /** The token. */
  token: Schema.optionalKey(Wire.Secret),
  /** Type of the resource. */
  resource_type: Schema.optionalKey(Schema.String),
  /** Category of the permissions. */
  permission_category: Schema.optionalKey(Schema.String),
  /** Permissions that it must have. */
  permission_list: Schema.optionalKey(Schema.Array(Schema.String))
})

/** What a token is validated against, such as `{ resource_type: "user", permission_list: ["view_contacts"] }`. */
export type ValidateQuery = typeof ValidateQuery.Type

const read = { errors: errorsV1, retry: "safe" } as const

/** The operations that inspect tokens. Source: interface §4.1, 6-7. */
export const TokensGroup = Endpoint.group("Tokens", {
  info: Endpoint.get("/v1/token/info", {
    query: Schema.Struct({ token: Schema.optionalKey(Wire.Secret) }),
    success: TokenInfo,
    ...read
  }),
  validate: Endpoint.get("/v1/token/validate", { query: ValidateQuery, success: ValidatedTokenInfo, ...read })
})

/** What documents say of the operations that inspect tokens. */
export const TokensDescription = {
  description: "What tokens say of themselves.",
  operations: {
    info: {
      section: "§4.1, 6",
      summary: "Read what a token says of itself",
      description: "The token is that of the query, else that of the header `authorization`.",
      answers: "TokenInfo"
    },
    validate: {
      section: "§4.1, 7",
      summary: "Check a token against permissions",
      description:
        "A token that lacks one of them is refused with 401. It is that of the query, else that of the header `authorization`.",
      answers: "ValidatedTokenInfo"
    }
  }
} as const satisfies Descriptions<typeof TokensGroup>

// deployed services answer an expired token of the header as a bare string everywhere on /v1
const ofWhoeverIsLoggedIn = Endpoint.group("Tokens", {
  info: { ...TokensGroup.endpoints.info, errors: errorsV1Token },
  validate: { ...TokensGroup.endpoints.validate, errors: errorsV1Token }
})

type Failure = ErrorV1 | ErrorText | SessionError | CallError

/**
 * Inspects tokens. Without a token of its own, a call is about the user token that it sends in `authorization`: that of
 * whoever is logged in, renewed like that of any other call, and `SessionEnded` where nobody is. With one, no
 * other user token is sent.
 */
export class Tokens extends Context.Service<
  Tokens,
  {
    /** Reads what a token says of itself; {@link ErrorV1} 401 if unknown or expired. Source: interface §4.1, 6. */
    readonly info: (token?: Redacted.Redacted) => Effect.Effect<TokenInfo, Failure>
    /**
     * Checks a token, or that of whoever is logged in, against a resource type, a permission category and permissions;
     * one that does not have them fails with {@link ErrorV1} 401.
     *
     * Source: interface §4.1, 7.
     */
    readonly validate: (query?: ValidateQuery) => Effect.Effect<ValidatedTokenInfo, Failure>
  }
>()("@remote-assist/core/Tokens") {
  static readonly layer: Layer.Layer<Tokens, never, Transport | Region | UserToken> = Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const alone = yield* Methods.make(TokensGroup, ApiKey.add)
      const loggedIn = yield* Methods.make(ofWhoeverIsLoggedIn, Credentials.add)
      const about = (token: Redacted.Redacted | undefined) => (token === undefined ? loggedIn : alone)
      return Tokens.of({
        info: (token) => about(token).info({ query: token === undefined ? {} : { token } }),
        validate: (query = {}) => about(query.token).validate({ query })
      })
    })
  )
}
