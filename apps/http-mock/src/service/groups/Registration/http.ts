import * as Redacted from "effect/Redacted"

import { toErrorV1, toErrorV1R1 } from "../../../wire/serviceErrors.ts"
import { anyone } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1 = run(anyone, toErrorV1)

const v1r1 = run(anyone, toErrorV1R1)

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

export const handlers: Handlers<"Registration"> = {
  register: ({ payload }) => v1((context) => Transitions.register(context, applicant(payload))),
  confirm: ({ query }) => v1((context) => Transitions.confirm(context, Redacted.value(query.confirmation_token))),
  confirmNewEmail: ({ query }) =>
    v1((context) => Transitions.confirmNewEmail(context, Redacted.value(query.confirmation_token))),
  resendConfirmation: ({ query }) => v1((context) => Transitions.resendConfirmation(context, query.email)),
  registerV1R1: ({ payload }) => v1r1((context) => Transitions.register(context, applicant(payload))),
  registerEnterprise: ({ payload }) => v1r1((context) => Transitions.registerEnterprise(context, payload))
}
