import { EnterpriseUsers, Pods } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

import type { Action, FieldChoice, FormField } from "../actions/Action.ts"
import type { FormAction } from "../actions/Action.ts"
import { makeForm } from "../actions/Action.ts"
import { glyphs } from "../theme.ts"
import * as Field from "./Field.ts"
import { columnMaker, formatDate, formatDateUtc, isNumeric, yesNo } from "./Field.ts"
import type { Resource } from "./Resource.ts"

/** More pods are not offered: one types the id of another. */
const most = 500

const usersText = (users: number | null | undefined) =>
  users == null ? [] : [`${users} ${users === 1 ? "user" : "users"}`]

const choiceOf = ({ default: isDefault, id, name, user_count }: Pods.Pod): FieldChoice => ({
  value: String(id),
  label: name || `pod ${id}`,
  detail: [`id ${id}`, ...usersText(user_count), ...(isDefault === true ? ["default"] : [])].join(", ")
})

/** The pods of the enterprise, to choose from. */
const podChoices: NonNullable<FormField["choices"]> = Effect.flatMap(Pods.Pods, (pods) =>
  Stream.runCollect(Stream.take(pods.stream(), most))
).pipe(Effect.map((all) => all.map(choiceOf)))

/** Where else users are shown by what is known of them, or counted. */
export const shownWith: ReadonlyArray<string> = ["pods", "calls", "recent", "oncall", "invite"]

type User = EnterpriseUsers.EnterpriseUser

const administration = EnterpriseUsers.EnterpriseUsers

const setActive = (active: boolean) => (user: User) =>
  Effect.flatMap(administration, (users) => (active ? users.reactivate(user.id) : users.deactivate(user.id))).pipe(
    Effect.map(({ entry }): User => ({ ...user, active, ...Option.getOrElse(entry, () => ({})) }))
  )

const refused = "The service will refuse every further call of this session, and a log-in as well"

const deactivate: Action<User> = {
  name: "users.deactivate",
  keys: ["d"],
  label: "deactivate",
  pending: "deactivating",
  effect: "reversible",
  inverse: "users.reactivate",
  needless: ({ active }) => (active === false ? "is inactive already" : undefined),
  toSelf: `${refused}: somebody else has to reactivate you.`,
  run: setActive(false),
  done: "is deactivated and cannot log in; all data is kept."
}

const reactivate: Action<User> = {
  name: "users.reactivate",
  keys: ["a", "r"],
  label: "reactivate",
  pending: "reactivating",
  effect: "reversible",
  inverse: "users.deactivate",
  needless: ({ active }) => (active === true ? "is active already" : undefined),
  run: setActive(true),
  done: "is active again."
}

const remove: Action<User> = {
  name: "users.delete",
  keys: ["D"],
  label: "delete",
  pending: "deleting",
  effect: "final",
  consequence: "Their data is removed; calls and comments will then refer to `Deleted User`.",
  toSelf: `${refused}.`,
  run: ({ id }) =>
    Effect.as(
      Effect.flatMap(administration, (users) => users.remove(id)),
      undefined
    ),
  shownIn: shownWith,
  done: "is deleted with all data."
}

const actions: ReadonlyArray<Action<User>> = [deactivate, reactivate, remove]

/** The roles that were seen; a service may have others, which are typed. */
const roles: ReadonlyArray<FieldChoice> = [
  { value: "User", label: "User", detail: "unless given" },
  { value: "EnterpriseAdmin", label: "EnterpriseAdmin", detail: "administers the enterprise" }
]

/** Creates a user: with what a form holds, the flags of a command, or a row of a file. */
export const provision = makeForm<User, EnterpriseUsers.Provision>(EnterpriseUsers.Provision, {
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

const update = makeForm<User, EnterpriseUsers.UserChange, "name" | "email">(EnterpriseUsers.UserChange, {
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
  describeDone: ({ email }, user) =>
    typeof email === "string" && email !== user.email
      ? `is changed but for the e-mail address: ${email} counts once it is confirmed by the e-mail that went there.`
      : undefined,
  done: "is changed.",
  shownIn: shownWith,
  example: '--name "Rear Admiral Hopper"'
})

const forms: ReadonlyArray<FormAction<User>> = [provision, update]

const column = columnMaker<User>()

const columns: ReadonlyArray<Field.FieldColumn<User>> = [
  column("name", "NAME", ({ name }) => name, [16, 2, 2]),
  column("email", "E-MAIL", ({ email }) => email, [21, 3, 0]),
  column("role_name", "ROLE", ({ role_name }) => role_name, [15, 0, 4], { tone: () => "quiet" }),
  column("last_used_at", "LAST USED", ({ last_used_at }) => last_used_at, [16, 0, 5], {
    text: formatDate,
    tone: () => "quiet"
  })
]

const facts: Resource<EnterpriseUsers.EnterpriseUser>["facts"] = [
  ["Name", (user) => user.name],
  ["E-mail", (user) => user.email],
  ["User name", (user) => user.username],
  ["Role", (user) => user.role_name],
  ["Title", (user) => user.title],
  ["Location", (user) => user.location],
  ["License", (user) => user.license],
  ["Available", (user) => yesNo(user.available)],
  ["Status", (user) => user.status_message],
  ["Last used", (user) => formatDateUtc(user.last_used_at)],
  ["Created", (user) => formatDateUtc(user.created_at)],
  ["Confirmed", (user) => formatDateUtc(user.confirmed_at) || yesNo(user.is_confirmed)],
  ["First call", (user) => formatDateUtc(user.first_call_at)],
  ["Id", (user) => String(user.id)],
  ["May", (user) => user.permissions?.join(", ")]
]

/** Users are fetched by this many: programs are known to ask for up to 100. */
const pageSize = 100

const state: Resource<User>["state"] = ({ active }) =>
  active === true
    ? { text: `${glyphs.active} active`, tone: "good" }
    : { text: active === false ? `${glyphs.inactive} inactive` : `${glyphs.unknown} unknown`, tone: "quiet" }

export const users: Resource<User> = {
  name: "users",
  title: "Users",
  one: "user",
  letter: "u",
  pageSize,
  idOf: ({ id }) => id,
  nameOf: ({ email, id, name, username }) => email || username || name || `user ${id}`,
  read: (filter, page) =>
    Effect.flatMap(EnterpriseUsers.EnterpriseUsers, (users) =>
      users.list({ page, page_size: pageSize, ...(filter === "" ? {} : { filter }) })
    ),
  filterExample: "field=value, such as email=grace@example.com",
  logins: ({ email, id, username }) => [email, username, id],
  state,
  columns,
  facts,
  actions,
  forms,
  fields: Field.schemaFields<User>(EnterpriseUsers.EnterpriseUser, ["token"]),
  summary: ["id", "active", "name", "email", "role_name", "last_used_at"],
  namedBy: "id, e-mail address or user name",
  example: "grace@example.com",
  filterFor: (name) => `${isNumeric(name) ? "id" : name.includes("@") ? "email" : "username"}=${name}`,
  ofId: (name) => (isNumeric(name) ? { id: EnterpriseUsers.UserId.make(Number(name)) } : undefined)
}
