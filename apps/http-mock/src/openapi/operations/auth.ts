import { demo } from "../../world/seed/defaultWorld.ts"
import type { DescribedGroup } from "./Described.ts"

const logIn = { email: demo.email, password: demo.password }

const takesLogIn = { takes: "LogIn", example: logIn } as const

const givesTokens = { answers: "RefreshTokenV1" } as const

export const auth: DescribedGroup<"Auth" | "Tokens" | "PersonalAccessTokens"> = {
  "Auth.anonymous": {
    summary: "Yield an anonymous token",
    description: "Others see the anonymous user under the given display name.",
    takes: "AnonymousUser",
    example: { display_name: "Visitor" },
    answers: "TokenV1"
  },
  "Auth.logIn": { summary: "Log in on /v1", ...takesLogIn, ...givesTokens },
  "Auth.exchange": {
    summary: "Trade the refresh token of an alias",
    description:
      "Yields tokens of the log-in user for the refresh token of a user's alias, as workspace migrations need it.",
    takes: "Refresh",
    example: { refresh_token: demo.aliasRefreshToken },
    ...givesTokens
  },
  "Auth.refresh": {
    summary: "Renew both tokens",
    description: "Do not repeat it by itself: a refresh token may work once only.",
    takes: "Refresh",
    ...givesTokens
  },
  "Auth.enterprise": { summary: "Yield an enterprise token", ...takesLogIn, answers: "EnterpriseToken" },
  "Auth.logInV1R1": {
    summary: "Log in on /v1r1",
    description: "As on /v1, but wrong credentials are 400.",
    ...takesLogIn,
    ...givesTokens
  },
  "Auth.fromUrl": {
    summary: "Yield tokens from a workbox invite URL",
    takes: "InviteUrl",
    example: { link_url: demo.inviteUrl },
    ...givesTokens
  },
  "Auth.personalAccessToken": {
    summary: "Yield a user token from a personal access token",
    takes: "EncodedToken",
    example: { token: demo.personalAccessToken },
    answers: "TokenV1"
  },
  "Tokens.info": {
    summary: "Read what a token says of itself",
    description: "The token is that of the query, else that of the header `authorization`.",
    answers: "TokenInfo"
  },
  "Tokens.validate": {
    summary: "Check a token against permissions",
    description:
      "A token that lacks one of them is refused with 401. It is that of the query, else that of the header `authorization`.",
    answers: "ValidatedTokenInfo"
  },
  "PersonalAccessTokens.list": {
    summary: "List the caller's personal access tokens",
    description: "The list is not paged.",
    answers: "PersonalAccessTokenList"
  },
  "PersonalAccessTokens.create": { summary: "Create a personal access token", answers: "PersonalAccessToken" },
  "PersonalAccessTokens.read": { summary: "Read a personal access token", answers: "PersonalAccessToken" },
  "PersonalAccessTokens.remove": {
    summary: "Remove a personal access token",
    description: "User tokens that were made from it end with it."
  }
}
