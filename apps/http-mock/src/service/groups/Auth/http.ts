import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"

import { toErrorV1, toErrorV1R1 } from "../../../wire/serviceErrors.ts"
import { anyone } from "../../run/actors.ts"
import { run } from "../../run/run.ts"
import type { TokenPair } from "./issue.ts"
import * as Transitions from "./transitions.ts"

const secret = (token: string) => ({ token: Redacted.make(token) })

const pair = ({ refresh, token }: TokenPair) => ({ refresh: Redacted.make(refresh), token: Redacted.make(token) })

const v1 = run(anyone, toErrorV1)

const v1r1 = run(anyone, toErrorV1R1)

const plain = ({ email, password }: { readonly email: string; readonly password: Redacted.Redacted }) => ({
  email,
  password: Redacted.value(password)
})

export const layer = HttpApiBuilder.group(Api, "Auth", (handlers) =>
  handlers.handleAll({
    anonymous: ({ payload }) =>
      v1((context) => Transitions.anonymous(context, payload.display_name)).pipe(Effect.map(secret)),
    logIn: ({ payload }) => v1((context) => Transitions.logIn(context, plain(payload))).pipe(Effect.map(pair)),
    exchange: ({ payload }) =>
      v1((context) => Transitions.exchange(context, Redacted.value(payload.refresh_token))).pipe(Effect.map(pair)),
    refresh: ({ payload }) =>
      v1((context) => Transitions.refresh(context, Redacted.value(payload.refresh_token))).pipe(Effect.map(pair)),
    enterprise: ({ payload }) =>
      v1((context) => Transitions.enterprise(context, plain(payload))).pipe(
        Effect.map((token) => Redacted.make(token))
      ),
    logInV1R1: ({ payload }) => v1r1((context) => Transitions.logIn(context, plain(payload))).pipe(Effect.map(pair)),
    fromUrl: ({ payload }) => v1r1((context) => Transitions.fromUrl(context, payload.link_url)).pipe(Effect.map(pair)),
    personalAccessToken: ({ payload }) =>
      v1r1((context) => Transitions.personalAccessToken(context, Redacted.value(payload.token))).pipe(
        Effect.map(secret)
      )
  })
)
