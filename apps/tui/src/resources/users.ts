import { EnterpriseUsers, Pods } from "@remote-assist/core"
import { pluralize } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

import type { Action, FieldChoice, FormField } from "../actions/Action.ts"
import { makeForm } from "../actions/Action.ts"
import { glyphs } from "../theme.ts"
import { fieldNames, formFields, formatDateUtc, fromProperties, isNumeric, validateEmail, yesNo } from "./Field.ts"
import { listQuery } from "./Resource.ts"
import type { Resource } from "./Resource.ts"

type User = EnterpriseUsers.EnterpriseUser

const administration = EnterpriseUsers.EnterpriseUsers

/** Other lists that show users or count them. */
export const userLists: ReadonlyArray<string> = ["pods", "calls", "recent", "oncall", "invite"]

const setActive = (active: boolean) => (user: User) =>
  Effect.map(
    administration.use((users) => (active ? users.reactivate(user.id) : users.deactivate(user.id))),
    ({ entry }): User => ({ ...user, active, ...Option.getOrElse(entry, () => ({})) })
  )

const selfWarning = "The service then rejects your session and your log-in"

const deactivate: Action<User> = {
  name: "users.deactivate",
  keys: ["d"],
  label: "deactivate",
  effect: "reversible",
  inverse: "users.reactivate",
  needless: ({ active }) => (active === false ? "is already inactive" : undefined),
  toSelf: `${selfWarning}: another administrator must reactivate you.`,
  run: setActive(false),
  done: "is deactivated and cannot log in; all data is kept."
}

const reactivate: Action<User> = {
  name: "users.reactivate",
  keys: ["a", "r"],
  label: "reactivate",
  effect: "reversible",
  inverse: "users.deactivate",
  needless: ({ active }) => (active === true ? "is already active" : undefined),
  run: setActive(true),
  done: "is active again."
}

const remove: Action<User> = {
  name: "users.delete",
  keys: ["D"],
  label: "delete",
  effect: "final",
  consequence: "Their data is removed; calls and comments will then refer to `Deleted User`.",
  toSelf: `${selfWarning}.`,
  run: ({ id }) => administration.use((users) => Effect.as(users.remove(id), undefined)),
  shownIn: userLists,
  done: "is deleted with all data."
}

/** Known roles; the service may have others. */
export const roles: ReadonlyArray<FieldChoice> = [
  { value: "User", label: "User", detail: "default" },
  { value: "EnterpriseAdmin", label: "EnterpriseAdmin", detail: "administers the enterprise" }
]

const maxPodChoices = 500

const podChoice = ({ default: isDefault, id, name, user_count: users }: Pods.Pod): FieldChoice => ({
  value: String(id),
  label: name || `pod ${id}`,
  detail: [
    `id ${id}`,
    ...(users == null ? [] : [pluralize(users, "user")]),
    ...(isDefault === true ? ["default"] : [])
  ].join(", ")
})

const podChoices: NonNullable<FormField["choices"]> = Effect.map(
  Pods.Pods.use((pods) => Stream.runCollect(Stream.take(pods.stream(), maxPodChoices))),
  (pods) => pods.map(podChoice)
)

/** Creates a user from a form, the flags of a command, or a row of an import. */
export const provision = makeForm<User, EnterpriseUsers.Provision>(EnterpriseUsers.Provision, {
  name: "users.provision",
  label: "provision",
  keys: ["n"],
  on: "none",
  effect: "mails",
  consequence: "The user is active immediately and gets a welcome e-mail by default.",
  mails: ({ email, send_email }) =>
    send_email === false ? undefined : `A welcome e-mail goes to ${String(email)} immediately and cannot be withdrawn.`,
  fields: formFields(EnterpriseUsers.Provision, {
    name: { help: "Name as others see it", isRequired: true },
    email: { label: "E-mail", help: "E-mail address to log in with", isRequired: true, check: validateEmail },
    role: { help: "Name of the role (default User)", choices: Effect.succeed(roles) },
    send_email: { label: "Welcome e-mail", help: "Send a welcome e-mail (default yes)" },
    pod_ids: {
      flag: "pod",
      label: "Pods",
      help: "Id (a number) of a pod (default: the default pod)",
      choices: podChoices
    }
  }),
  run: (form) =>
    administration.use((users) => Effect.map(users.provision(form), ({ entry }) => Option.getOrUndefined(entry))),
  done: "is provisioned and active.",
  isListed: true,
  shownIn: ["pods"],
  example: '--name "Mary Jackson" --email mary@example.com --no-send-email'
})

const update = makeForm<User, EnterpriseUsers.UserChange, "name" | "email">(EnterpriseUsers.UserChange, {
  name: "users.update",
  label: "update",
  keys: ["e"],
  on: "one",
  effect: "reversible",
  mails: ({ email }) =>
    typeof email === "string" ? `An e-mail goes to ${email}. The new address counts once it is confirmed.` : undefined,
  toSelf: ({ email, name }) =>
    [
      ...(name === undefined ? [] : ["Others see the new name at once."]),
      ...(email === undefined ? [] : ["You log in with the old address until the new one is confirmed."])
    ].join(" "),
  consequence: "A new e-mail address counts once it is confirmed.",
  fields: formFields(EnterpriseUsers.UserChange, {
    name: "Name as others see it",
    email: { label: "E-mail", help: "E-mail address", check: validateEmail }
  }),
  initial: ({ email, name }) => ({ name: name ?? "", email: email ?? "" }),
  // a change of the e-mail address is not undone: the new address already got an e-mail
  before: (form, { name }) => (form["email"] === undefined && name ? { name } : undefined),
  run: Effect.fnUntraced(function* (form, user) {
    if (user === undefined) return undefined
    const { entry } = yield* administration.use((users) => users.update(user.id, form))
    return Option.getOrElse(entry, (): User => ({ ...user, ...form }))
  }),
  describeDone: (user, { email }) =>
    typeof email === "string" && email !== user.email
      ? `is changed, except for the e-mail address: ${email} must be confirmed by the e-mail that was sent there.`
      : undefined,
  done: "is changed.",
  shownIn: userLists,
  example: '--name "Rear Admiral Hopper"'
})

// larger pages are not known to work
const pageSize = 100

export const users: Resource<User> = {
  name: "users",
  title: "Users",
  one: "user",
  letter: "u",
  pageSize,
  idOf: ({ id }) => id,
  nameOf: ({ email, id, name, username }) => email || username || name || `user ${id}`,
  read: (filter, page) => administration.use((users) => users.list({ page, ...listQuery(pageSize, filter) })),
  filterExample: "field=value, such as email=grace@example.com",
  logins: ({ email, id, username }) => [email, username, id],
  state: ({ active }) =>
    active === true
      ? { text: `${glyphs.active} active`, tone: "good" }
      : { text: active === false ? `${glyphs.inactive} inactive` : `${glyphs.unknown} unknown`, tone: "quiet" },
  ...fromProperties<User>(
    {
      name: { label: "Name", column: ["NAME", 16, 2, 2] },
      email: { label: "E-mail", column: ["E-MAIL", 21, 3, 0] },
      username: { label: "User name" },
      role_name: { label: "Role", column: ["ROLE", 15, 0, 4], tone: () => "quiet" },
      title: { label: "Title" },
      location: { label: "Location" },
      license: { label: "License" },
      available: { label: "Available" },
      status_message: { label: "Status" },
      last_used_at: { label: "Last used", column: ["LAST USED", 16, 0, 5], tone: () => "quiet" },
      created_at: { label: "Created" },
      confirmed_at: {
        label: "Confirmed",
        text: (user) => formatDateUtc(user.confirmed_at) || yesNo(user.is_confirmed)
      },
      first_call_at: { label: "First call" },
      id: { label: "Id" },
      permissions: { label: "May" }
    },
    fieldNames(EnterpriseUsers.EnterpriseUser, "token")
  ),
  actions: [deactivate, reactivate, remove],
  forms: [provision, update],
  summary: ["id", "active", "name", "email", "role_name", "last_used_at"],
  namedBy: "id, e-mail address or user name",
  example: "grace@example.com",
  filterFor: (name) => `${isNumeric(name) ? "id" : name.includes("@") ? "email" : "username"}=${name}`,
  ofId: (name) => (isNumeric(name) ? { id: EnterpriseUsers.UserId.make(Number(name)) } : undefined)
}
