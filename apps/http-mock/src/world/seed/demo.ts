import { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { optionIn } from "../gaps/options.ts"
import type { World } from "../model/World.ts"
import { emailSuffix } from "../users/GeneratedUser.ts"
import { administrator, plainUser } from "../users/User.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"

/** The known values of the default world. */
export const demo = {
  apiKey: "demo-api-key",
  /** The e-mail address of the administrator. */
  email: "ada@example.com",
  password: "correct-horse",
  personalAccessToken: "pat-demo-ada",
  inviteUrl: "https://invite.example/w/demo",
  aliasRefreshToken: "alias-demo-ada",
  /** Confirms the account of new@example.com. */
  confirmationToken: "confirm-demo-new",
  /** Confirms the new e-mail address of grace. */
  newEmailToken: "confirm-demo-grace"
} as const

export const everyone = PodId.make(1)
export const fieldService = PodId.make(2)

export const named = [
  { username: "ada", name: "Ada Lovelace", role: administrator, active: true, pods: [everyone] },
  { username: "grace", name: "Grace Hopper", role: plainUser, active: true, pods: [everyone] },
  { username: "linus", name: "Linus Torvalds", role: plainUser, active: true, pods: [everyone, fieldService] },
  { username: "edsger", name: "Edsger Dijkstra", role: plainUser, active: false, pods: [everyone] }
]

export const pods = { everyone: "Everyone", fieldService: "Field Service" }

/** The name of the pod of a world without listed pods. */
export const onlyPod = pods.everyone

/** The on-call groups of the default world, with the positions of their members. */
export const groups = [
  { name: "Hydraulics", members: [1, 2] },
  { name: "Electrical", members: [2] }
]

/** The e-mail address of the account that is not confirmed. */
export const newcomer = "new@example.com"

export const emailOf = (username: string): string => `${username}${emailSuffix}`

export const names = {
  pods: Object.values(pods),
  podIds: [everyone, fieldService].map(String),
  groups: groups.map(({ name }) => name),
  usernames: named.map(({ username }) => username),
  emails: [...named.map(({ username }) => emailOf(username)), newcomer],
  tokens: [demo.personalAccessToken],
  confirmations: [demo.confirmationToken, demo.newEmailToken]
}

/** The known values of a world. */
export type Demo = { readonly [Name in keyof typeof demo]: string }

/** Returns the active administrator with the lowest id, if any. */
export const firstAdministrator = ({ users }: World): User | undefined =>
  HashMap.reduce(users.rows, undefined, (first: User | undefined, user) => {
    const { active, id, role_id } = user.entry
    if (!active || role_id !== administrator.id) return first
    return first === undefined || id < first.entry.id ? user : first
  })

/** Returns the values of the first administrator, if the one of the default world does not exist. */
const administratorOf = (world: World): Partial<Demo> => {
  const { personalAccessTokens, settings, users } = world
  if (Option.isSome(Users.byEmail(users, demo.email))) return {}
  const found = firstAdministrator(world)
  // the administrator of a registered enterprise may be unconfirmed
  if (found === undefined) return settings.enterprise === undefined ? {} : { email: settings.enterprise.contactEmail }
  const { entry, password = optionIn(settings.choices, "auth.password") } = found
  const token = [...HashMap.values(personalAccessTokens)].find(({ userId }) => userId === entry.id)?.token
  return { email: entry.email, password, ...(token === undefined ? {} : { personalAccessToken: token }) }
}

export const demoOf = (world: World): Demo => ({
  ...demo,
  apiKey: optionIn(world.settings.choices, "api-key.value")[0] ?? demo.apiKey,
  password: optionIn(world.settings.choices, "auth.password"),
  ...administratorOf(world)
})
