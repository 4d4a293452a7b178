import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import * as Page from "@remote-assist/core/Page"
import { memoize } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { slice } from "../lists/Sliced.ts"
import type { Sliced } from "../lists/Sliced.ts"
import * as Generated from "./Generated.ts"
import * as RowTextCache from "./RowTextCache.ts"
import type { Entry, User } from "./User.ts"
import type { Users } from "./Users.ts"

const encodeEntry = Schema.encodeSync(Schema.toCodecJson(EnterpriseUser))

const encodePage = Schema.encodeSync(Schema.toCodecJson(Page.Page(EnterpriseUser)))

const encode = (entry: Entry): string => JSON.stringify(encodeEntry(entry))

// a stored row never changes, so its text holds for as long as it lives
const textOf = memoize((user: User) => encode(user.entry))

let room: RowTextCache.RowTextCache | undefined

// made when the first page is asked for, not at the start; 112 MB when all are taken, which fill as rows are asked for:
// who walks all over more rows than there is room for finds none of them
const generated = (): RowTextCache.RowTextCache => (room ??= RowTextCache.make(131_072))

/** Gives back the memory of the texts of rows, which the next pages make again. */
export const forgetTexts = (): void => {
  room = undefined
}

const generatedAt = (kept: RowTextCache.RowTextCache, rows: Generated.Generated, position: number): string => {
  const known = RowTextCache.get(kept, rows.seed, position)
  if (known !== undefined) return known
  const text = encode(Generated.at(rows, position).entry)
  RowTextCache.set(kept, rows.seed, position, text)
  return text
}

const entryAt = (users: Users, position: number, kept: RowTextCache.RowTextCache): string => {
  const row = HashMap.get(users.rows, position)
  return Option.isSome(row) ? textOf(row.value) : generatedAt(kept, users.generated, position)
}

const noEntries = '"entries":[]'

const withToken = (entry: string, token: string) => `${entry.slice(0, -1)},"token":${JSON.stringify(token)}}`

interface Showing {
  readonly kept?: RowTextCache.RowTextCache
  readonly tokenAt?: ((position: number) => string) | undefined
}

/** Puts parts into one, without the pause that many bytes at once are. */
function* joined(parts: ReadonlyArray<Buffer>): Sliced<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    end += part.copy(bytes, end)
    yield
  }
  return bytes
}

/**
 * A page of positions that are not removed, as JSON: what the contract's own encoding of its entries yields. One of many
 * rows is made in slices, as bytes: its text may be longer than a string can be.
 */
export function* page(
  users: Users,
  { entries, ...totals }: Page.Page<number>,
  { kept = generated(), tokenAt }: Showing = {}
): Sliced<string | Uint8Array> {
  const textsFrom = (start: number) =>
    entries
      .slice(start, start + slice)
      .map((position) => {
        const text = entryAt(users, position, kept)
        return tokenAt === undefined ? text : withToken(text, tokenAt(position))
      })
      .join(",")
  const empty = JSON.stringify(encodePage({ entries: [], ...totals }))
  const inside = empty.indexOf(noEntries) + noEntries.length - 1
  const [head, tail] = [empty.slice(0, inside), empty.slice(inside)]
  if (entries.length <= slice) return `${head}${textsFrom(0)}${tail}`
  const parts = [Buffer.from(`${head}${textsFrom(0)}`)]
  for (let start = slice; start < entries.length; start += slice) {
    yield
    parts.push(Buffer.from(`,${textsFrom(start)}`))
  }
  return yield* joined([...parts, Buffer.from(tail)])
}
