import * as Result from "effect/Result"

import { readCsv } from "./csv.ts"
import { entriesOf } from "./json.ts"
import type { Notes } from "./Notes.ts"
import type { PodDraft } from "./PodDraft.ts"
import { podsOf } from "./PodDraft.ts"
import type { Source } from "./Source.ts"
import { textOf } from "./text.ts"
import { Unreadable } from "./Unreadable.ts"
import { usersOf } from "./UserDraft.ts"
import type { UserDraft } from "./UserDraft.ts"

/** A file to import. */
export interface File {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Drafts {
  readonly users: ReadonlyArray<UserDraft>
  readonly pods: ReadonlyArray<PodDraft>
}

const looksLikeJson = /^\s*[[{]/

const readText = (text: string): Result.Result<Omit<Source, "file">, string> =>
  looksLikeJson.test(text) ? Result.map(entriesOf(text), (entries) => ({ entries, columns: undefined })) : readCsv(text)

const sourceOf = ({ bytes, name }: File): Result.Result<Source, Unreadable> =>
  Result.flatMap(textOf(bytes), (text) => (text.trim() === "" ? Result.fail("it is empty") : readText(text))).pipe(
    Result.map((read) => ({ ...read, file: name })),
    Result.mapError((reason) => new Unreadable({ file: name, reason }))
  )

// of pods alone
const ofPods = ["user_count", "admin_count", "subpods", "admins", "default"]

const ofUsers = ["email", "username", "mail", "e-mail"]

const kindOf = ({ columns, entries }: Source): "pods" | "users" | undefined => {
  const names = new Set((columns ?? Object.keys(entries[0]?.fields ?? {})).map((name) => name.toLowerCase()))
  if (ofPods.some((name) => names.has(name))) return "pods"
  return ofUsers.some((name) => names.has(name)) || [...names].some((name) => /e-?mail/.test(name))
    ? "users"
    : undefined
}

const noKind = ({ columns, entries, file }: Source) =>
  new Unreadable({
    file,
    reason: `it has neither users, who have an email, nor pods, which have a user_count or default, but ${
      (columns ?? Object.keys(entries[0]?.fields ?? {})).slice(0, 10).join(", ") || "nothing"
    }`
  })

const isWorld = ({ columns, entries: [first, ...others] }: Source) =>
  columns === undefined && others.length === 0 && first !== undefined && isWorldFile(first.fields)

const isWorldFile = ({ email, name, users }: Source["entries"][number]["fields"]) =>
  Array.isArray(users) && email === undefined && name === undefined

const aWorld = (file: string) =>
  new Unreadable({
    file,
    reason:
      "it is a world file, for --seed, or an object with a list of users in it; give the list alone, in a file of its own"
  })

const none: Drafts = { users: [], pods: [] }

const draftsIn = (file: File, notes: Notes): Result.Result<Drafts, Unreadable> =>
  Result.flatMap(sourceOf(file), (source) => {
    if (source.entries.length === 0 && source.columns === undefined) {
      notes.add("Without an entry", file.name)
      return Result.succeed(none)
    }
    if (isWorld(source)) return Result.fail(aWorld(file.name))
    switch (kindOf(source)) {
      case "users":
        return Result.map(usersOf(source, notes), (users) => ({ ...none, users }))
      case "pods":
        return Result.map(podsOf(source, notes), (pods) => ({ ...none, pods }))
      default:
        return Result.fail(noKind(source))
    }
  })

/** The users and pods of some files. */
export const draftsOf = (files: ReadonlyArray<File>, notes: Notes): Result.Result<Drafts, Unreadable> =>
  Result.map(Result.all(files.map((file) => draftsIn(file, notes))), (all) => ({
    users: all.flatMap(({ users }) => users),
    pods: all.flatMap(({ pods }) => pods)
  }))
