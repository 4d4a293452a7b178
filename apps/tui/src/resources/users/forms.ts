import { EnterpriseUsers } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { FieldChoice } from "../../actions/Fillable.ts"
import * as FormAction from "../../actions/FormAction.ts"
import { podChoices } from "../podChoices.ts"
import { shownWith } from "./shownWith.ts"

type User = EnterpriseUsers.EnterpriseUser

const administration = EnterpriseUsers.EnterpriseUsers

/** The roles that were seen; a service may have others, which are typed. */
const roles: ReadonlyArray<FieldChoice> = [
  { value: "User", label: "User", detail: "unless given" },
  { value: "EnterpriseAdmin", label: "EnterpriseAdmin", detail: "administers the enterprise" }
]

/** Creates a user: with what a form holds, the flags of a command, or a row of a file. */
export const provision = FormAction.make<User, EnterpriseUsers.Provision>(EnterpriseUsers.Provision, {
  name: "users.provision",
  label: "provision",
  keys: ["n"],
  pending: "provisioning",
  on: "none",
  effect: "mails",
  consequence: "The user is active at once and gets a welcome e-mail unless told otherwise.",
  mails: ({ email, send_email }) =>
    send_email === false ? undefined : `A welcome e-mail goes to ${String(email)} at once, and cannot be taken back.`,
  fields: {
    name: { flag: "name", takes: "text", help: "Name as others see it", isRequired: true },
    email: { flag: "email", label: "E-mail", takes: "text", help: "E-mail address, to log in with", isRequired: true },
    role: { flag: "role", takes: "text", help: "Name of the role; User unless given", choices: Effect.succeed(roles) },
    send_email: {
      flag: "send-email",
      label: "Welcome e-mail",
      takes: "yes or no",
      help: "Whether a welcome e-mail is sent; it is unless told"
    },
    pod_ids: {
      flag: "pod",
      label: "Pods",
      takes: "numbers",
      help: "Id of a pod, once for each; the default pod unless given",
      choices: podChoices
    }
  },
  run: (form) =>
    Effect.flatMap(administration, (users) => users.provision(form)).pipe(
      Effect.map(({ entry }) => Option.getOrUndefined(entry))
    ),
  done: "is provisioned and active.",
  isListed: true,
  shownIn: ["pods"],
  example: '--name "Mary Jackson" --email mary@example.com --no-send-email'
})

const update = FormAction.make<User, EnterpriseUsers.UserChange, "name" | "email">(EnterpriseUsers.UserChange, {
  name: "users.update",
  label: "update",
  keys: ["e"],
  pending: "updating",
  on: "one",
  effect: "reversible",
  mails: ({ email }) =>
    typeof email === "string"
      ? `An e-mail goes to ${email}: the address counts once it is confirmed there.`
      : undefined,
  toSelf: "You log in by it from then on.",
  consequence: "A new e-mail address counts once it is confirmed.",
  fields: {
    name: { flag: "name", takes: "text", help: "Name as others see it" },
    email: { flag: "email", label: "E-mail", takes: "text", help: "E-mail address" }
  },
  initial: ({ email, name }) => ({ name: name ?? "", email: email ?? "" }),
  // another e-mail address was mailed to, and counts once it is confirmed: that is not taken back
  before: (form, { name }) => (form["email"] === undefined && name ? { name } : undefined),
  run: Effect.fnUntraced(function* (form, user) {
    if (user === undefined) return undefined
    const { entry } = yield* Effect.flatMap(administration, (users) => users.update(user.id, form))
    return Option.getOrElse(entry, (): User => ({ ...user, ...form }))
  }),
  said: ({ email }, user) =>
    typeof email === "string" && email !== user.email
      ? `is changed but for the e-mail address: ${email} counts once it is confirmed by the e-mail that went there.`
      : undefined,
  done: "is changed.",
  shownIn: shownWith,
  example: '--name "Rear Admiral Hopper"'
})

export const forms: ReadonlyArray<FormAction.FormAction<User>> = [provision, update]
