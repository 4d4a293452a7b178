import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"

import { step } from "../../../tenants/Tenant.ts"
import type { Step, World } from "../../../world/model/World.ts"
import { inV1, inV1R1 } from "../../run/wording.ts"
import type { TokenPair } from "./issue.ts"
import * as Transitions from "./transitions.ts"

const secret = (token: string) => ({ token: Redacted.make(token) })

const pair = ({ refresh, token }: TokenPair) => ({ refresh: Redacted.make(refresh), token: Redacted.make(token) })

const v1 = <A, B>(transition: (world: World, now: number) => Step<A>, answer: (value: A) => B) =>
  Effect.map(inV1(step(transition)), answer)

const v1r1 = <A, B>(transition: (world: World, now: number) => Step<A>, answer: (value: A) => B) =>
  Effect.map(inV1R1(step(transition)), answer)

const plain = ({ email, password }: { readonly email: string; readonly password: Redacted.Redacted }) => ({
  email,
  password: Redacted.value(password)
})

export const layer = HttpApiBuilder.group(Api, "Auth", (handlers) =>
  handlers.handleAll({
    anonymous: ({ payload }) => v1((world, now) => Transitions.anonymous(world, payload.display_name, now), secret),
    logIn: ({ payload }) => v1((world, now) => Transitions.logIn(world, plain(payload), now), pair),
    exchange: ({ payload }) =>
      v1((world, now) => Transitions.exchange(world, Redacted.value(payload.refresh_token), now), pair),
    refresh: ({ payload }) =>
      v1((world, now) => Transitions.refresh(world, Redacted.value(payload.refresh_token), now), pair),
    enterprise: ({ payload }) =>
      v1(
        (world, now) => Transitions.enterprise(world, plain(payload), now),
        (token) => Redacted.make(token)
      ),
    logInV1R1: ({ payload }) => v1r1((world, now) => Transitions.logIn(world, plain(payload), now), pair),
    fromUrl: ({ payload }) => v1r1((world, now) => Transitions.fromUrl(world, payload.link_url, now), pair),
    personalAccessToken: ({ payload }) =>
      v1r1((world, now) => Transitions.personalAccessToken(world, Redacted.value(payload.token), now), secret)
  })
)
