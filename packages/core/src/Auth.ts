import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import * as ApiKey from "./ApiKey.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1, errorsV1R1 } from "./Errors.ts"
import type { CallError, ErrorV1, ErrorV1R1 } from "./Errors.ts"
import * as Methods from "./Methods.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import * as Wire from "./Wire.ts"

/** A user token and the refresh token that renews it. Source: interface §2.2. */
export const RefreshTokenV1 = Schema.Struct({
  /** The refresh token; it may work once only. */
  refresh: Wire.Secret,
  /** The token that calls carry. */
  token: Wire.Secret
}).annotate({ identifier: "refresh_tokenV1" })
export type RefreshTokenV1 = typeof RefreshTokenV1.Type

/** A user token alone. Source: interface §2.2. */
export const TokenV1 = Schema.Struct({
  /** The token that calls carry. */
  token: Wire.Secret
}).annotate({ identifier: "tokenV1" })
export type TokenV1 = typeof TokenV1.Type

/** What a person logs in with; `email` takes an e-mail address or a user name. */
export const LogIn = Schema.Struct({
  /** E-mail address or user name. */
  email: Schema.String,
  /** The password. */
  password: Wire.Secret
})
export type LogIn = typeof LogIn.Type

const Refresh = Schema.Struct({ refresh_token: Wire.Secret })

/** The operations that yield tokens. Source: interface §4.1, 1-5 and 8-10. */
export const AuthGroup = Endpoint.group("Auth", {
  anonymous: Endpoint.post("/v1/anonymous/auth", {
    payload: Schema.Struct({ display_name: Schema.optionalKey(Schema.String) }),
    success: TokenV1,
    errors: errorsV1
  }),
  logIn: Endpoint.post("/v1/auth", { payload: LogIn, success: RefreshTokenV1, errors: errorsV1 }),
  exchange: Endpoint.post("/v1/auth/exchange", { payload: Refresh, success: RefreshTokenV1, errors: errorsV1 }),
  refresh: Endpoint.post("/v1/auth/refresh", { payload: Refresh, success: RefreshTokenV1, errors: errorsV1 }),
  enterprise: Endpoint.post("/v1/enterprise/auth", { payload: LogIn, success: Wire.Secret, errors: errorsV1 }),
  logInV1R1: Endpoint.post("/v1r1/auth", { payload: LogIn, success: RefreshTokenV1, errors: errorsV1R1 }),
  fromUrl: Endpoint.post("/v1r1/auth/from_url", {
    payload: Schema.Struct({ link_url: Schema.String }),
    success: RefreshTokenV1,
    errors: errorsV1R1
  }),
  personalAccessToken: Endpoint.post("/v1r1/auth/pat", {
    payload: Schema.Struct({ token: Wire.Secret }),
    success: TokenV1,
    errors: errorsV1R1
  })
})

const ada = { email: "ada@example.com", password: "correct-horse" } as const

/** What documents say of the operations that yield tokens. */
export const AuthDescription = {
  description: "Log-in, and what else yields tokens. The API key alone is needed.",
  operations: {
    anonymous: {
      section: "§4.1, 1",
      summary: "Yield an anonymous token",
      description: "Others see the anonymous user under the given display name.",
      takes: "AnonymousUser",
      example: { display_name: "Visitor" },
      answers: "TokenV1"
    },
    logIn: {
      section: "§4.1, 2",
      summary: "Log in on /v1",
      takes: "LogIn",
      example: ada,
      answers: "RefreshTokenV1"
    },
    exchange: {
      section: "§4.1, 3",
      summary: "Trade the refresh token of an alias",
      description:
        "Yields tokens of the log-in user for the refresh token of a user's alias, as workspace migrations need it.",
      takes: "Refresh",
      example: { refresh_token: "alias-demo-ada" },
      answers: "RefreshTokenV1"
    },
    refresh: {
      section: "§4.1, 4",
      summary: "Renew both tokens",
      description: "Do not repeat it by itself: a refresh token may work once only.",
      takes: "Refresh",
      answers: "RefreshTokenV1"
    },
    enterprise: {
      section: "§4.1, 5",
      summary: "Yield an enterprise token",
      takes: "LogIn",
      example: ada,
      answers: "EnterpriseToken"
    },
    logInV1R1: {
      section: "§4.1, 8",
      summary: "Log in on /v1r1",
      description: "As on /v1, but wrong credentials are 400.",
      takes: "LogIn",
      example: ada,
      answers: "RefreshTokenV1"
    },
    fromUrl: {
      section: "§4.1, 9",
      summary: "Yield tokens from a workbox invite URL",
      takes: "InviteUrl",
      example: { link_url: "https://invite.example/w/demo" },
      answers: "RefreshTokenV1"
    },
    personalAccessToken: {
      section: "§4.1, 10",
      summary: "Yield a user token from a personal access token",
      takes: "EncodedToken",
      example: { token: "pat-demo-ada" },
      answers: "TokenV1"
    }
  }
} as const satisfies Descriptions<typeof AuthGroup>

/** Yields tokens. Whoever wants to stay logged in uses `Session`, which calls these and renews by itself. */
export class Auth extends Context.Service<
  Auth,
  {
    /** Yields an anonymous token, shown to others as `displayName`. Source: interface §4.1, 1. */
    readonly anonymous: (displayName?: string) => Effect.Effect<TokenV1, ErrorV1 | CallError>
    /** Logs in on `/v1`; wrong credentials fail with {@link ErrorV1} 401. Source: interface §4.1, 2. */
    readonly logIn: (credentials: LogIn) => Effect.Effect<RefreshTokenV1, ErrorV1 | CallError>
    /** Trades the refresh token of an alias for tokens of the log-in user. Source: interface §4.1, 3. */
    readonly exchange: (aliasRefresh: Redacted.Redacted) => Effect.Effect<RefreshTokenV1, ErrorV1 | CallError>
    /** Renews both tokens. Never repeated by itself: a refresh token may work once only. Source: interface §4.1, 4. */
    readonly refresh: (refresh: Redacted.Redacted) => Effect.Effect<RefreshTokenV1, ErrorV1 | CallError>
    /** Yields an enterprise token. Source: interface §4.1, 5. */
    readonly enterprise: (credentials: LogIn) => Effect.Effect<Redacted.Redacted, ErrorV1 | CallError>
    /** Logs in on `/v1r1`; wrong credentials fail with {@link ErrorV1R1}. Source: interface §4.1, 8. */
    readonly logInV1R1: (credentials: LogIn) => Effect.Effect<RefreshTokenV1, ErrorV1R1 | CallError>
    /** Yields tokens from a workbox invite URL. Source: interface §4.1, 9. */
    readonly fromUrl: (inviteUrl: string) => Effect.Effect<RefreshTokenV1, ErrorV1R1 | CallError>
    /** Yields a user token from a personal access token. Source: interface §4.1, 10. */
    readonly personalAccessToken: (encoded: Redacted.Redacted) => Effect.Effect<TokenV1, ErrorV1R1 | CallError>
  }
>()("@remote-assist/core/Auth") {
  static readonly layer: Layer.Layer<Auth, never, Transport | Region> = Layer.effect(
    Auth,
    Effect.map(Methods.make(AuthGroup, ApiKey.add), (api) =>
      Auth.of({
        anonymous: (displayName) =>
          api.anonymous({ payload: displayName === undefined ? {} : { display_name: displayName } }),
        logIn: (payload) => api.logIn({ payload }),
        exchange: (refresh_token) => api.exchange({ payload: { refresh_token } }),
        refresh: (refresh_token) => api.refresh({ payload: { refresh_token } }),
        enterprise: (payload) => api.enterprise({ payload }),
        logInV1R1: (payload) => api.logInV1R1({ payload }),
        fromUrl: (link_url) => api.fromUrl({ payload: { link_url } }),
        personalAccessToken: (token) => api.personalAccessToken({ payload: { token } })
      })
    )
  )
}
