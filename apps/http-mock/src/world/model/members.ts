import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Predicate from "effect/Predicate"

import { administrator } from "../users/roles.ts"
import type { User } from "../users/User.ts"
import type { OnCallGroup, Pod } from "./rows.ts"

type Pods = ReadonlyArray<Pod>

// who is deactivated stays one: all of their data does
const isAdmin = ({ entry }: User) => entry.role_id === administrator.id

/** The pods with users who join, each in theirs: an administrator is an administrator of their pods. */
export const withMembers = (pods: Pods, joining: ReadonlyArray<User>): Pods =>
  pods.map((pod) => {
    const members = joining.filter((user) => user.pods.includes(pod.id))
    if (members.length === 0) return pod
    const admins = members.filter(isAdmin).map(({ entry: { id } }) => ({ id }))
    return {
      ...pod,
      user_count: pod.user_count + members.length,
      admin_count: pod.admin_count + admins.length,
      admins: [...pod.admins, ...admins]
    }
  })

/** The pods without a user who leaves. */
export const withoutMember = (pods: Pods, user: User): Pods =>
  pods.map((pod) =>
    user.pods.includes(pod.id)
      ? {
          ...pod,
          user_count: pod.user_count - 1,
          admin_count: pod.admin_count - (isAdmin(user) ? 1 : 0),
          admins: pod.admins.filter((admin) => !Predicate.hasProperty(admin, "id") || admin.id !== user.entry.id)
        }
      : pod
  )

/** The on-call groups without a user who leaves; the same list where none has them. */
export const withoutOnCall = (groups: ReadonlyArray<OnCallGroup>, user: UserId): ReadonlyArray<OnCallGroup> =>
  groups.some(({ members }) => members.includes(user))
    ? groups.map((group) => ({ ...group, members: group.members.filter((member) => member !== user) }))
    : groups
