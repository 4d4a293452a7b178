import { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { optionIn } from "../gaps/options.ts"
import type { World } from "../model/World.ts"
import { emailSuffix } from "../users/GeneratedUser.ts"
import { administrator, plainUser } from "../users/User.ts"
import * as Users from "../users/Users.ts"

/** What is known of the default world before it runs. */
export const demo = {
  apiKey: "demo-api-key",
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

/** The users that the default world begins with. */
export const named = [
  { username: "ada", name: "Ada Lovelace", role: administrator, active: true, pods: [everyone] },
  { username: "grace", name: "Grace Hopper", role: plainUser, active: true, pods: [everyone] },
  { username: "linus", name: "Linus Torvalds", role: plainUser, active: true, pods: [everyone, fieldService] },
  { username: "edsger", name: "Edsger Dijkstra", role: plainUser, active: false, pods: [everyone] }
]

/** Its pods. */
export const pods = { everyone: "Everyone", fieldService: "Field Service" }

/** The pod of a world that is given none. */
export const onlyPod = pods.everyone

/** Its on-call groups, with the positions of their members. */
export const groups = [
  { name: "Hydraulics", members: [1, 2] },
  { name: "Electrical", members: [2] }
]

/** The e-mail address of its account that is not confirmed. */
export const newcomer = "new@example.com"

export const emailOf = (username: string): string => `${username}${emailSuffix}`

/** All that is in it by names. */
export const names = {
  pods: Object.values(pods),
  podIds: [everyone, fieldService].map(String),
  groups: groups.map(({ name }) => name),
  usernames: named.map(({ username }) => username),
  emails: [...named.map(({ username }) => emailOf(username)), newcomer],
  tokens: [demo.personalAccessToken],
  confirmations: [demo.confirmationToken, demo.newEmailToken]
}

/** What is known of a world, by what it is for. */
export type Demo = Readonly<Record<keyof typeof demo, string>>

/** The first administrator who can log in, where the one of the default world is not there. */
const administratorOf = ({ personalAccessTokens, settings, users }: World): Partial<Demo> => {
  if (Option.isSome(Users.byEmail(users, demo.email))) return {}
  const found = [...HashMap.values(users.rows)]
    .toSorted((one, other) => one.entry.id - other.entry.id)
    .find(({ entry }) => entry.active && entry.role_id === administrator.id)
  // that of a registered enterprise may be unconfirmed
  if (found === undefined) return settings.enterprise === undefined ? {} : { email: settings.enterprise.contactEmail }
  const { entry, password = optionIn(settings.choices, "auth.password") } = found
  const token = [...HashMap.values(personalAccessTokens)].find(({ userId }) => userId === entry.id)?.token
  return { email: entry.email, password, ...(token === undefined ? {} : { personalAccessToken: token }) }
}

/** What is known of a world before anything happens in it. */
export const demoOf = (world: World): Demo => ({
  ...demo,
  apiKey: optionIn(world.settings.choices, "api-key.value")[0] ?? demo.apiKey,
  password: optionIn(world.settings.choices, "auth.password"),
  ...administratorOf(world)
})
