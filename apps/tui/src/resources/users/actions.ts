import { EnterpriseUsers } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { Action } from "../../actions/Action.ts"
import { shownWith } from "./shownWith.ts"

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

export const actions: ReadonlyArray<Action<User>> = [deactivate, reactivate, remove]
