import { Registration } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as FormAction from "../../actions/FormAction.ts"
import * as fields from "./fields.ts"
import { outcome } from "./Step.ts"
import type { Step } from "./Step.ts"

export const enterprise = FormAction.make<Step, Registration.RegisterEnterprise>(Registration.RegisterEnterprise, {
  name: "register.enterprise",
  label: "register",
  object: "an enterprise",
  hint: "register an enterprise",
  keys: ["e"],
  pending: "registering",
  on: "none",
  effect: "mails",
  consequence: "An enterprise is created, which cannot be taken back from here.",
  fields: fields.enterprise,
  run: (form) =>
    Effect.as(
      Effect.flatMap(Registration.Registration, (all) => all.registerEnterprise(form)),
      outcome(form.enterprise_name)
    ),
  done: "is registered as an enterprise.",
  example:
    '--enterprise-name "Hampton Pumps" --contact-name "Mary Jackson" --contact-email mary@example.com --reseller-id reseller-1 --yes'
})
