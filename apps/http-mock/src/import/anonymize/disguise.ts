import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Struct from "effect/Struct"

import { localPart } from "../../world/users/emailAddress.ts"
import { fields } from "../../world/users/fields.ts"
import { administrator, roles } from "../../world/users/roles.ts"
import type { Drafts } from "../read/drafts.ts"
import type { PodDraft } from "../read/PodDraft.ts"
import type { UserDraft } from "../read/UserDraft.ts"
import * as Persons from "./Persons.ts"
import * as Words from "./Words.ts"

const split = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** All words of what is to be hidden. */
const hiddenIn = ({ pods, users }: Drafts): ReadonlySet<string> =>
  new Set([
    ...users.flatMap(({ email, more, name, pods, username }) =>
      [email, name, username, ...pods, ...Object.values(more).filter(Predicate.isString)].flatMap(split)
    ),
    ...pods.flatMap(({ more, name }) => [name, ...Object.values(more).filter(Predicate.isString)].flatMap(split))
  ])

const whole = (label: string, kind: string, text: string, words: Words.Words) =>
  text === "" ? "" : `${label} ${words.of(kind, text)}`

const dates = new Set<string>(
  Record.toEntries(Record.map(fields, ({ kind }) => kind)).flatMap(([name, kind]) =>
    kind === "date-time" ? [name] : []
  )
)

/** The day of a date-time: the time of day tells somebody apart from others. */
const dayOf = (text: string) => {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? []
  return day === undefined ? "" : `${day}T00:00:00.000000Z`
}

const known = new Set(administrator.permissions)

const isKnownRole = (name: string) => roles.some((role) => role.name === name)

const labels: Readonly<Record<string, string>> = {
  title: "Title",
  location: "Location",
  status_message: "Message",
  license: "License",
  provider: "Provider",
  provider_uid: "Id"
}

// who they work for, and pictures
const left = ["avatar", "enterprise_id"]

const fieldOf = (name: string, value: unknown, words: Words.Words): unknown => {
  if (Array.isArray(value))
    return value
      .filter(Predicate.isString)
      .map((one) => (known.has(one) ? one : `permission_${words.of("permission", one)}`))
  if (!Predicate.isString(value)) return value
  if (dates.has(name)) return dayOf(value)
  if (name === "role_name") return isKnownRole(value) ? value : whole("Role", name, value, words)
  return whole(labels[name] ?? "Text", name, value, words)
}

const podName = (name: string, words: Words.Words) => whole("Pod", "pod", name.toLowerCase(), words)

const userOf = (user: UserDraft, person: Persons.Person, words: Words.Words): UserDraft => {
  const { email, more, pods, username } = user
  const name = username.toLowerCase()
  const isAddress = name === email.toLowerCase()
  const isMailbox = name === localPart(email).toLowerCase()
  return {
    ...user,
    name: person.name,
    email: person.email,
    username: isAddress ? person.email : isMailbox ? localPart(person.email) : `user.${words.of("username", name, 5)}`,
    pods: pods.map((pod) => podName(pod, words)),
    more: Record.map(Struct.omit(more, left), (value, field) => fieldOf(field, value, words))
  }
}

const podOf = (pod: PodDraft, words: Words.Words): PodDraft => ({
  ...pod,
  name: podName(pod.name, words),
  more: Record.map(Struct.omit(pod.more, left), (value, field) =>
    Predicate.isString(value) ? whole("Description", field, value, words) : value
  )
})

/** The same users and pods with others in their place, in an order that tells nothing of theirs. */
export const disguise = (drafts: Drafts, key: string): Drafts => {
  const words = Words.make(key, hiddenIn(drafts))
  const personOf = Persons.make(words)
  const users = drafts.users
    .map((user) => ({
      user: userOf(user, personOf(user.email), words),
      rank: words.hex("rank", user.email.toLowerCase())
    }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  return { users: users.map(({ user }) => user), pods: drafts.pods.map((pod) => podOf(pod, words)) }
}
