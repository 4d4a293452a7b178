import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import * as Page from "@remote-assist/core/Page"
import { memoize } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { LRUCache } from "lru-cache"

import { sliceSize } from "../lists/select.ts"
import type { Cooperative } from "../lists/select.ts"
import type { Entry, User } from "./User.ts"
import { generatedUserAt } from "./Users.ts"
import type { GeneratedRange, Users } from "./Users.ts"

const encodeEntry = Schema.encodeSync(Schema.toCodecJson(EnterpriseUser))

const encodePage = Schema.encodeSync(Schema.toCodecJson(Page.Page(EnterpriseUser)))

const encode = (entry: Entry): string => JSON.stringify(encodeEntry(entry))

const textOf = memoize((user: User) => encode(user.entry))

let texts: LRUCache<string, string> | undefined

/** Removes the cached texts of generated users. */
export const forgetTexts = (): void => {
  texts = undefined
}

const generatedAt = (rows: GeneratedRange, position: number): string => {
  // created for the first page, not at the start
  const cached = (texts ??= new LRUCache({ max: 131_072 }))
  const key = `${rows.seed} ${position}`
  const known = cached.get(key)
  if (known !== undefined) return known
  const text = encode(generatedUserAt(rows, position).entry)
  cached.set(key, text)
  return text
}

const entryAt = (users: Users, position: number): string => {
  const row = HashMap.get(users.rows, position)
  return Option.isSome(row) ? textOf(row.value) : generatedAt(users.generated, position)
}

const noEntries = '"entries":[]'

const withToken = (entry: string, token: string) => `${entry.slice(0, -1)},"token":${JSON.stringify(token)}}`

/**
 * Encodes a page of positions as JSON, as the contract does. A large page is encoded in slices, as bytes: its text may be
 * longer than the maximum string length.
 */
export function* page(
  users: Users,
  { entries, ...totals }: Page.Page<number>,
  tokenAt?: (position: number) => string
): Cooperative<string | Uint8Array> {
  const textsFrom = (start: number) =>
    entries
      .slice(start, start + sliceSize)
      .map((position) => {
        const text = entryAt(users, position)
        return tokenAt === undefined ? text : withToken(text, tokenAt(position))
      })
      .join(",")
  const empty = JSON.stringify(encodePage({ entries: [], ...totals }))
  const inside = empty.indexOf(noEntries) + noEntries.length - 1
  const [head, tail] = [empty.slice(0, inside), empty.slice(inside)]
  if (entries.length <= sliceSize) return `${head}${textsFrom(0)}${tail}`
  const parts = [Buffer.from(`${head}${textsFrom(0)}`)]
  for (let start = sliceSize; start < entries.length; start += sliceSize) {
    yield
    parts.push(Buffer.from(`,${textsFrom(start)}`))
  }
  return Buffer.concat([...parts, Buffer.from(tail)])
}
