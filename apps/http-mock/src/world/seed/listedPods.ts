import { PodId } from "@remote-assist/core/Pods"
import * as Option from "effect/Option"

import type { World } from "../model/World.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { pod } from "./defaultWorld.ts"
import type { WorldFile } from "./WorldFile.ts"

export type Listed<Part extends keyof WorldFile> =
  NonNullable<WorldFile[Part]> extends ReadonlyArray<infer One> ? One : never

/** The ids of entries: their own, and for the others those behind all of them. */
export const idsOf = (entries: ReadonlyArray<{ readonly id?: number }>, last: number): ReadonlyArray<number> => {
  let next = entries.reduce((most, { id = 0 }) => Math.max(most, id), last)
  return entries.map(({ id }) => id ?? ++next)
}

export const lastId = (entries: ReadonlyArray<{ readonly id: number }>, least: number) =>
  entries.reduce((last, { id }) => Math.max(last, id), least)

/** The pods that are listed, with ids behind the last that is taken. */
export const podsOf = (
  listed: ReadonlyArray<Listed<"pods">>,
  last: number,
  isDefault: (one: Listed<"pods">, index: number) => boolean
): World["pods"] => {
  const ids = idsOf(listed, last)
  return listed.map(({ admins: _, admin_count: __, subpods: ___, user_count: ____, ...one }, index) =>
    pod({ ...one, id: PodId.make(ids[index] ?? 0), default: isDefault(one, index) })
  )
}

export const withPods = (world: World, pods: ReadonlyArray<Listed<"pods">>): World => ({
  ...world,
  pods: [...world.pods, ...podsOf(pods, lastId(world.pods, 0), (one) => one.default ?? false)]
})

/** The pods with what is said of them in place of what follows from their users. */
export const withFigures = (world: World, listed: ReadonlyArray<Listed<"pods">>): World => {
  const said = new Map(listed.map((one) => [one.name, one]))
  const pods = world.pods.map((pod): World["pods"][number] => {
    const { admin_count, admins, subpods, user_count } = said.get(pod.name) ?? {}
    return {
      ...pod,
      ...(user_count === undefined ? {} : { user_count }),
      ...(admin_count === undefined ? {} : { admin_count }),
      ...(admins === undefined
        ? {}
        : { admins: admins.flatMap((email) => Option.toArray(Users.byEmail(world.users, email)).map(idIn)) }),
      ...(subpods === undefined
        ? {}
        : { subpods: world.pods.filter(({ name }) => subpods.includes(name)).map(({ id }) => ({ id })) })
    }
  })
  return { ...world, pods }
}

const idIn = ({ entry: { id } }: User) => ({ id })
