import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { decode } from "../world/seed/decode.ts"
import { listedEntry } from "../world/seed/listedEntry.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"
import { localPart } from "../world/users/emailAddress.ts"
import { administrator } from "../world/users/roles.ts"
import { disguise } from "./anonymize/disguise.ts"
import { draftsOf } from "./read/drafts.ts"
import type { Drafts, File } from "./read/drafts.ts"
import * as Notes from "./read/Notes.ts"
import type { PodDraft } from "./read/PodDraft.ts"
import { Unreadable } from "./read/Unreadable.ts"
import type { UserDraft } from "./read/UserDraft.ts"
import { uniquePods, uniqueUsers } from "./unique.ts"

export interface ImportOptions {
  /** E-mail address of who is to be an administrator; none unless set, which is enough where one is there. */
  readonly admin?: string | undefined
  /** By which key others stand for the users and pods; they stay who they are unless set. */
  readonly key?: Redacted.Redacted | undefined
}

/** A world, and a line about each thing that was not taken as it is. */
export interface Imported {
  readonly world: WorldFile
  readonly notes: ReadonlyArray<string>
}

type Listed = Readonly<Record<string, unknown>>

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const whenSet = (name: string, value: unknown, isSet: boolean): Listed => (isSet ? { [name]: value } : {})

/** What a world file says of a user: nothing of what follows without it. */
const listedUser = (user: UserDraft, pods: ReadonlyArray<string>, keepsIds: boolean): Listed => {
  const { email, id, isAdmin, more, name, username } = user
  const { active = true } = more
  const base = {
    name,
    email,
    ...(username === localPart(email) ? {} : { username }),
    ...(isAdmin ? { role: administrator.name } : {}),
    ...(active === false ? { active: false } : {})
  }
  const follows: Listed = listedEntry(0, base)
  const rest = Record.filter(more, (value, field) => field !== "active" && !isEqual(value, follows[field]))
  return {
    ...whenSet("id", id, keepsIds && id !== undefined),
    ...base,
    ...whenSet("pods", pods, pods.length > 0),
    ...rest
  }
}

const made = (name: string): PodDraft => ({
  place: "",
  id: undefined,
  name,
  isDefault: false,
  members: [],
  admins: [],
  subpods: [],
  more: {}
})

/** The users with the names of their pods as the pods have them, or else who names one first: case tells none apart. */
const spelledAlike = (users: ReadonlyArray<UserDraft>, pods: ReadonlyArray<PodDraft>): ReadonlyArray<UserDraft> => {
  const spelled = new Map(pods.map(({ name }) => [name.toLowerCase(), name]))
  const nameOf = (name: string) => {
    const known = spelled.get(name.toLowerCase())
    if (known === undefined) spelled.set(name.toLowerCase(), name)
    return known ?? name
  }
  return users.map((user) => (user.pods.length === 0 ? user : { ...user, pods: user.pods.map(nameOf) }))
}

/** The pods, and those that users name and no file has. */
const allPods = (pods: ReadonlyArray<PodDraft>, users: ReadonlyArray<UserDraft>, notes: Notes.Notes) => {
  const known = new Set(pods.map(({ name }) => name))
  const missing = new Set(users.flatMap((user) => user.pods.filter((name) => !known.has(name))))
  for (const name of missing) if (pods.length > 0) notes.add("Pods that users name alone, made for them", name)
  const all = [...pods, ...Array.from(missing, made)]
  return all.length > 0 && !all.some(({ isDefault }) => isDefault)
    ? all.map((pod, index) => (index === 0 ? { ...pod, isDefault: true } : pod))
    : all
}

/** The names of each user's pods, where any file says them. */
const podsOfUsers = (users: ReadonlyArray<UserDraft>, pods: ReadonlyArray<PodDraft>) => {
  const byId = new Map<number, Set<string>>()
  for (const { members, name } of pods) for (const id of members) byId.set(id, (byId.get(id) ?? new Set()).add(name))
  return users.map(({ id, pods }) => [...new Set([...pods, ...(byId.get(id ?? -1) ?? [])])])
}

/** How many users and administrators a pod has by what is known of its users. */
const figuresOf = (
  users: ReadonlyArray<UserDraft>,
  podsOf: ReadonlyArray<ReadonlyArray<string>>,
  pods: ReadonlyArray<PodDraft>
) => {
  const defaults = pods.filter(({ isDefault }) => isDefault).map(({ name }) => name)
  const figures = new Map(
    pods.map(({ name }) => [name, { user_count: 0, admin_count: 0, admins: new Array<string>() }])
  )
  for (const [index, { email, isAdmin }] of users.entries()) {
    const own = podsOf[index] ?? []
    for (const name of own.length === 0 ? defaults : own) {
      const pod = figures.get(name)
      if (pod === undefined) continue
      pod.user_count++
      if (!isAdmin) continue
      pod.admin_count++
      pod.admins.push(email)
    }
  }
  return figures
}

const listedPods = (
  pods: ReadonlyArray<PodDraft>,
  users: ReadonlyArray<UserDraft>,
  podsOf: ReadonlyArray<ReadonlyArray<string>>,
  { keepsIds, notes }: { readonly keepsIds: boolean; readonly notes: Notes.Notes }
): ReadonlyArray<Listed> => {
  const figures = figuresOf(users, podsOf, pods)
  const emails = new Map(users.map(({ email, id }) => [id, email]))
  const names = new Map(pods.map(({ id, name }) => [id, name]))
  return pods.map(({ admins, id, isDefault, more, name, place, subpods }) => {
    const known = admins.flatMap((id) => emails.get(id) ?? [])
    if (known.length < admins.length) notes.add("Left out, as no file has them: administrators of pods", place)
    const within = subpods.flatMap((id) => names.get(id) ?? [])
    if (within.length < subpods.length) notes.add("Left out, as no file has them: pods in pods", place)
    const follows: Listed = { description: "", enterprise_id: 8888, avatar: undefined, ...figures.get(name) }
    const isPlain = place === ""
    return {
      ...whenSet("id", id, keepsIds && id !== undefined && id > 0),
      name,
      ...whenSet("default", true, isDefault),
      ...Record.filter(more, (value, field) => !isEqual(value, follows[field])),
      ...whenSet("admins", known, !isPlain && !isEqual(known, follows.admins)),
      ...whenSet("subpods", within, within.length > 0)
    }
  })
}

const appointed = (users: ReadonlyArray<UserDraft>, admin: string | undefined) => {
  if (admin === undefined) return users
  const key = admin.toLowerCase()
  return users.map((user) => {
    if (user.email.toLowerCase() !== key) return user
    const { manage: _, permissions: __, role_id: ___, role_name: ____, ...more } = user.more
    return { ...user, isAdmin: true, more: { ...more, active: true } }
  })
}

const whyNoWorld = (users: ReadonlyArray<UserDraft>, admin: string | undefined) => {
  if (users.length === 0) return "there are no users in it"
  if (admin !== undefined && !users.some(({ email }) => email.toLowerCase() === admin.toLowerCase()))
    return `there is no user ${admin}, who is to be the administrator`
  return users.some(({ isAdmin, more }) => isAdmin && more.active !== false)
    ? undefined
    : `there is no active ${administrator.name} among its users, and a world needs one; name who is to be one with --admin and an e-mail address`
}

const worldOf = (
  { pods: podDrafts, users: userDrafts }: Drafts,
  { admin, key }: ImportOptions,
  notes: Notes.Notes
): Result.Result<unknown, string> => {
  const [unique, fits] = uniqueUsers(userDrafts, notes)
  const why = whyNoWorld(appointed(unique, admin), admin)
  if (why !== undefined) return Result.fail(why)
  const drafts = { users: appointed(unique, admin), pods: podDrafts }
  const shown = key === undefined ? drafts : disguise(drafts, Redacted.value(key))
  const listed = uniquePods(shown.pods, notes)
  const users = spelledAlike(shown.users, listed)
  const pods = allPods(listed, users, notes)
  const podsOf = podsOfUsers(users, pods)
  const keepsIds = key === undefined && fits
  return Result.succeed({
    default: false,
    ...(pods.length === 0 ? {} : { pods: listedPods(pods, users, podsOf, { keepsIds: key === undefined, notes }) }),
    users: users.map((user, index) => listedUser(user, podsOf[index] ?? [], keepsIds))
  })
}

/** The world that files of users and pods describe, as the service lists them. */
export const importWorld = (
  files: ReadonlyArray<File>,
  options: ImportOptions = {}
): Result.Result<Imported, Unreadable> => {
  const notes = Notes.make()
  const file = files.map(({ name }) => name).join(" and ")
  return Result.flatMap(draftsOf(files, notes), (drafts) =>
    Result.flatMap(
      Result.mapError(
        worldOf(drafts, options, notes),
        // who is not there may have been left out
        (reason) => new Unreadable({ file, reason: [reason, ...notes.lines()].join(". ").replace(/\.$/, "") })
      ),
      (world) =>
        Result.mapBoth(decode(world, file), {
          onSuccess: (world) => ({ world, notes: notes.lines() }),
          onFailure: ({ reason }) => new Unreadable({ file, reason })
        })
    )
  )
}
