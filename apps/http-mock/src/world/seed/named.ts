import { PodId } from "@remote-assist/core/Pods"

import { emailSuffix } from "../users/GeneratedRow.ts"
import { administrator, plainUser } from "../users/roles.ts"

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
