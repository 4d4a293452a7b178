import { Api } from "@remote-assist/core/Api"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"

import { step } from "../../../tenants/Tenant.ts"
import type { Step, World } from "../../../world/model/World.ts"
import { inV1, inV1R1 } from "../../run/wording.ts"
import * as Transitions from "./transitions.ts"

const v1 = <A>(transition: (world: World, now: number) => Step<A>) => inV1(step(transition))

const v1r1 = <A>(transition: (world: World, now: number) => Step<A>) => inV1R1(step(transition))

const applicant = <Info extends { readonly password: Redacted.Redacted }>({
  invitation_token,
  user_info
}: {
  readonly invitation_token?: Redacted.Redacted
  readonly user_info: Info
}) => ({
  ...user_info,
  password: Redacted.value(user_info.password),
  isInvited: invitation_token !== undefined
})

export const layer = HttpApiBuilder.group(Api, "Registration", (handlers) =>
  handlers.handleAll({
    register: ({ payload }) => v1((world, now) => Transitions.register(world, applicant(payload), now)),
    confirm: ({ query }) =>
      v1((world, now) => Transitions.confirm(world, Redacted.value(query.confirmation_token), now)),
    confirmNewEmail: ({ query }) =>
      v1((world, now) => Transitions.confirmNewEmail(world, Redacted.value(query.confirmation_token), now)),
    resendConfirmation: ({ query }) => v1((world, now) => Transitions.resendConfirmation(world, query.email, now)),
    registerV1R1: ({ payload }) => v1r1((world, now) => Transitions.register(world, applicant(payload), now)),
    registerEnterprise: ({ payload }) => v1r1((world, now) => Transitions.registerEnterprise(world, payload, now))
  })
)
