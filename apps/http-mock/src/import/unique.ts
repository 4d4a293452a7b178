import { mostUsers } from "../world/seed/defaultWorld.ts"
import { idAt } from "../world/users/Users.ts"
import type { Notes } from "./read/Notes.ts"
import type { PodDraft } from "./read/PodDraft.ts"
import type { UserDraft } from "./read/UserDraft.ts"

const isSame = ({ place: _, ...one }: UserDraft, { place: __, ...other }: UserDraft) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The first user of each e-mail address. */
const byEmail = (users: ReadonlyArray<UserDraft>, notes: Notes): ReadonlyArray<UserDraft> => {
  const seen = new Map<string, UserDraft>()
  return users.filter((user) => {
    const key = user.email.toLowerCase()
    const first = seen.get(key)
    if (first === undefined) {
      seen.set(key, user)
      return true
    }
    if (isSame(first, user)) notes.add("Entries that are there twice, taken once", user.place)
    else notes.add(`Left out, as the user in ${first.place} has the e-mail address`, user.place)
    return false
  })
}

/** A user name of each, the first one's own. */
const withUsernames = (users: ReadonlyArray<UserDraft>, notes: Notes): ReadonlyArray<UserDraft> => {
  const seen = new Set<string>()
  return users.map((user) => {
    const wanted = user.username || user.email.slice(0, user.email.lastIndexOf("@"))
    const names = [wanted, user.email, ...Array.from({ length: 9 }, (_, index) => `${user.email}.${index + 2}`)]
    const username = names.find((name) => !seen.has(name.toLowerCase())) ?? user.email
    seen.add(username.toLowerCase())
    if (username !== wanted && user.username !== "")
      notes.add("With the e-mail address as user name, as another has theirs", user.place)
    return { ...user, username }
  })
}

const least: number = idAt(0)

const greatest: number = idAt(mostUsers - 1)

const whyNotKept = (users: ReadonlyArray<UserDraft>): readonly [what: string, place: string] | undefined => {
  const seen = new Set<number>()
  for (const { id, place } of users) {
    if (id === undefined) continue
    if (id < least || id > greatest) return [`Ids are given anew, as ${id} is not from ${least} to ${greatest}`, place]
    if (seen.has(id)) return [`Ids are given anew, as ${id} is there twice`, place]
    seen.add(id)
  }
  return undefined
}

/** The users as a world can have them: each e-mail address and user name once, and the ids where all fit. */
export const uniqueUsers = (
  drafts: ReadonlyArray<UserDraft>,
  notes: Notes
): readonly [users: ReadonlyArray<UserDraft>, keepsIds: boolean] => {
  const users = withUsernames(byEmail(drafts, notes), notes)
  const why = whyNotKept(users)
  if (why !== undefined) notes.add(...why)
  return [users, why === undefined]
}

/** Gives each its name, and a number to those whose name another has. */
const naming = () => {
  // the number given last, by the name in lower case
  const given = new Map<string, number>()
  return (wanted: string): string => {
    const key = wanted.toLowerCase()
    let number = given.get(key) ?? 0
    let name = wanted
    while (given.has(name.toLowerCase())) name = `${wanted} (${++number})`
    if (name !== wanted) given.set(key, number)
    given.set(name.toLowerCase(), given.get(name.toLowerCase()) ?? 1)
    return name
  }
}

/** The pods as a world can have them: each once, and each name. */
export const uniquePods = (drafts: ReadonlyArray<PodDraft>, notes: Notes): ReadonlyArray<PodDraft> => {
  const ids = new Set<number>()
  const nameOf = naming()
  return drafts.flatMap((pod, index) => {
    if (pod.id !== undefined && ids.has(pod.id)) {
      notes.add("Pods that are there twice, taken once", pod.place)
      return []
    }
    if (pod.id !== undefined) ids.add(pod.id)
    const name = nameOf(pod.name || `Pod ${pod.id ?? index + 1}`)
    if (name !== pod.name) notes.add(`Named ${JSON.stringify(name)}, as its own name is empty or another's`, pod.place)
    return [{ ...pod, name }]
  })
}
