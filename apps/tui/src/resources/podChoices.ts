import { Pods } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { FieldChoice, FormField } from "../actions/Fillable.ts"

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
export const podChoices: NonNullable<FormField["choices"]> = Effect.flatMap(Pods.Pods, (pods) =>
  Stream.runCollect(Stream.take(pods.stream(), most))
).pipe(Effect.map((all) => all.map(choiceOf)))
