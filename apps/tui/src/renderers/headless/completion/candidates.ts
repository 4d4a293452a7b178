import * as Effect from "effect/Effect"

import * as ProfilesFile from "../../../profiles/ProfilesFile.ts"
import { resources } from "../../../resources/registry.ts"
import type { AnyResource } from "../../../resources/registry.ts"
import { namesOf } from "../../../resources/Resource.ts"
import { entering } from "../Connection.ts"

/** At most so many are offered. */
const most = 50

/** Pages that are looked through where the service cannot. */
const mostPages = 3

// what no shell and no terminal takes for anything else
const isSafe = (text: string) => /^[\p{L}\p{N}][\p{L}\p{N} @._+-]{0,199}$/u.test(text)

const chosen = (all: ReadonlyArray<string>, word: string) =>
  [...new Set(all)].filter((name) => name.startsWith(word) && isSafe(name)).slice(0, most)

// one way to name each is enough as long as nothing is typed
const offered = (resource: AnyResource, word: string) => (row: unknown) => {
  const names = namesOf(resource, row)
  return word === "" ? names.slice(0, 1) : names
}

const ofPages = Effect.fnUntraced(function* (resource: AnyResource, filter: string, word: string, pages: number) {
  const found: Array<string> = []
  for (let page = 1; page <= pages; page++) {
    const listed = yield* resource.read(filter, page)
    found.push(...listed.entries.flatMap(offered(resource, word)))
    const last = "total_pages" in listed ? listed.total_pages : listed.entries.length === 0 ? page : pages
    if (page >= last || chosen(found, word).length >= most) break
  }
  return chosen(found, word)
})

/** What names of a resource begin with a word. */
export const ofResource = Effect.fnUntraced(function* (resource: AnyResource, word: string) {
  const enter = entering(resource)
  yield* enter
  if (word !== "" && !isSafe(word)) return []
  for (const filter of word === "" ? [] : (resource.filtersOf?.(word) ?? [])) {
    // one that the service does not take is passed over
    const found = yield* Effect.orElseSucceed(ofPages(resource, filter, word, 1), () => [])
    if (found.length > 0) return found
  }
  return yield* ofPages(resource, "", word, mostPages)
})

/** What names of profiles begin with a word. */
export const ofProfiles = (word: string) =>
  Effect.map(ProfilesFile.read, ({ profiles }) => chosen(Object.keys(profiles), word))

/** The resource of a name, if there is one. */
export const resourceOf = (kind: string) => resources.find(({ name }) => name === kind)
