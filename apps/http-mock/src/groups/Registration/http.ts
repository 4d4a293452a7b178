import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"

import { toErrorV1, toErrorV1R1 } from "../../Refusal.ts"
import { step } from "../../Tenant.ts"
import type { Step, World } from "../../World.ts"
import * as Transitions from "./transitions.ts"

const v1 = <A>(transition: (world: World, now: number) => Step<A>) => Effect.mapError(step(transition), toErrorV1)

const v1r1 = <A>(transition: (world: World, now: number) => Step<A>) => Effect.mapError(step(transition), toErrorV1R1)

const plain = <Info extends { readonly password: Redacted.Redacted }>(info: Info) => ({
  ...info,
  password: Redacted.value(info.password)
})

export const layer = HttpApiBuilder.group(Api, "Registration", (handlers) =>
  handlers.handleAll({
    register: ({ payload }) => v1((world, now) => Transitions.register(world, plain(payload.user_info), now)),
    confirm: ({ query }) =>
      v1((world, now) => Transitions.confirm(world, Redacted.value(query.confirmation_token), now)),
    confirmNewEmail: ({ query }) =>
      v1((world, now) => Transitions.confirmNewEmail(world, Redacted.value(query.confirmation_token), now)),
    resendConfirmation: ({ query }) => v1((world, now) => Transitions.resendConfirmation(world, query.email, now)),
    registerV1R1: ({ payload }) => v1r1((world, now) => Transitions.register(world, plain(payload.user_info), now)),
    registerEnterprise: ({ payload }) => v1r1((world, now) => Transitions.registerEnterprise(world, payload, now))
  })
)
