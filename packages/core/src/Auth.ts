import * as Schema from "effect/Schema"

import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1, errorsV1R1 } from "./Errors.ts"
import * as Group from "./Group.ts"
import * as Wire from "./Wire.ts"

/** A user token and the refresh token that renews it. Source: interface §2.2. */
export class RefreshTokenV1 extends Wire.Struct<RefreshTokenV1>("refresh_tokenV1")({
  /** The refresh token; it may work only once. */
  refresh: Wire.Secret,
  /** The user token that calls send. */
  token: Wire.Secret
}) {}

/** A user token alone. Source: interface §2.2. */
export class TokenV1 extends Wire.Struct<TokenV1>("tokenV1")({
  /** The user token that calls send. */
  token: Wire.Secret
}) {}

/** The credentials of a person; `email` takes an e-mail address or a user name. */
export class LogIn extends Wire.Struct<LogIn>()({
  /** E-mail address or user name. */
  email: Schema.String,
  /** The password. */
  password: Wire.Secret
}) {}

const Refresh = Schema.Struct({ refresh_token: Wire.Secret })

/** The operations that issue tokens. Source: interface §4.1, 1-5 and 8-10. */
export const AuthGroup = Endpoint.group("Auth", {
  /** Issues an anonymous token, shown to others under the display name `value`. Source: interface §4.1, 1. */
  anonymous: Endpoint.post("/v1/anonymous/auth", {
    payload: Schema.Struct({ display_name: Schema.optionalKey(Schema.String) }),
    success: TokenV1,
    errors: errorsV1
  }),
  /** Logs in on `/v1`; wrong credentials fail with `ErrorV1` 401. Source: interface §4.1, 2. */
  logIn: Endpoint.post("/v1/auth", { payload: LogIn, success: RefreshTokenV1, errors: errorsV1 }),
  /** Exchanges the refresh token of an alias for tokens of the log-in user. Source: interface §4.1, 3. */
  exchange: Endpoint.post("/v1/auth/exchange", { payload: Refresh, success: RefreshTokenV1, errors: errorsV1 }),
  /** Renews both tokens by the refresh token. Never retried: it may work only once. Source: interface §4.1, 4. */
  refresh: Endpoint.post("/v1/auth/refresh", { payload: Refresh, success: RefreshTokenV1, errors: errorsV1 }),
  /** Issues an enterprise token. Source: interface §4.1, 5. */
  enterprise: Endpoint.post("/v1/enterprise/auth", { payload: LogIn, success: Wire.Secret, errors: errorsV1 }),
  /** Logs in on `/v1r1`; wrong credentials fail with `ErrorV1R1`. Source: interface §4.1, 8. */
  logInV1R1: Endpoint.post("/v1r1/auth", { payload: LogIn, success: RefreshTokenV1, errors: errorsV1R1 }),
  /** Issues tokens for a workbox invite URL. Source: interface §4.1, 9. */
  fromUrl: Endpoint.post("/v1r1/auth/from_url", {
    payload: Schema.Struct({ link_url: Schema.String }),
    success: RefreshTokenV1,
    errors: errorsV1R1
  }),
  /** Issues a user token for a personal access token. Source: interface §4.1, 10. */
  personalAccessToken: Endpoint.post("/v1r1/auth/pat", {
    payload: Schema.Struct({ token: Wire.Secret }),
    success: TokenV1,
    errors: errorsV1R1
  })
})

const ada = { email: "ada@example.com", password: "correct-horse" } as const

/** The texts of the operations that issue tokens for documents. */
export const AuthDescription = {
  description: "Log-in and other operations that issue tokens. They need only the API key.",
  operations: {
    anonymous: {
      section: "§4.1, 1",
      summary: "Issue an anonymous token",
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
      summary: "Exchange the refresh token of an alias",
      description:
        "Issues tokens of the log-in user for the refresh token of a user's alias. Workspace migrations need it.",
      takes: "Refresh",
      example: { refresh_token: "alias-demo-ada" },
      answers: "RefreshTokenV1"
    },
    refresh: {
      section: "§4.1, 4",
      summary: "Renew both tokens",
      description: "Do not retry it automatically: a refresh token may work only once.",
      takes: "Refresh",
      answers: "RefreshTokenV1"
    },
    enterprise: {
      section: "§4.1, 5",
      summary: "Issue an enterprise token",
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
      summary: "Issue tokens for a workbox invite URL",
      takes: "InviteUrl",
      example: { link_url: "https://invite.example/w/demo" },
      answers: "RefreshTokenV1"
    },
    personalAccessToken: {
      section: "§4.1, 10",
      summary: "Issue a user token for a personal access token",
      takes: "EncodedToken",
      example: { token: "pat-demo-ada" },
      answers: "TokenV1"
    }
  }
} as const satisfies Descriptions<typeof AuthGroup>

/** Issues tokens. To stay logged in, use `Session`, which calls these operations and renews tokens automatically. */
export class Auth extends Group.Service<Auth>()(AuthGroup) {}
