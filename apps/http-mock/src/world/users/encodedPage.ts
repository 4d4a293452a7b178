import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import * as Page from "@remote-assist/core/Page"
import { memoize } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { sliceSize } from "../lists/Cooperative.ts"
import type { Cooperative } from "../lists/Cooperative.ts"
import type { Entry, User } from "./User.ts"
import { generatedUserAt } from "./Users.ts"
import type { GeneratedRange, Users } from "./Users.ts"

const encodeEntry = Schema.encodeSync(Schema.toCodecJson(EnterpriseUser))

const encodePage = Schema.encodeSync(Schema.toCodecJson(Page.Page(EnterpriseUser)))

const encode = (entry: Entry): string => JSON.stringify(encodeEntry(entry))

// a stored row never changes, so its text holds for as long as it lives
const textOf = memoize((user: User) => encode(user.entry))

let room: RowTextCache | undefined

// made when the first page is asked for, not at the start; 112 MB when all are taken, which fill as rows are asked for:
// who walks all over more rows than there is room for finds none of them
const generated = (): RowTextCache => (room ??= makeRowTextCache(131_072))

/** Gives back the memory of the texts of rows, which the next pages make again. */
export const forgetTexts = (): void => {
  room = undefined
}

const generatedAt = (kept: RowTextCache, rows: GeneratedRange, position: number): string => {
  const known = getText(kept, rows.seed, position)
  if (known !== undefined) return known
  const text = encode(generatedUserAt(rows, position).entry)
  setText(kept, rows.seed, position, text)
  return text
}

const entryAt = (users: Users, position: number, kept: RowTextCache): string => {
  const row = HashMap.get(users.rows, position)
  return Option.isSome(row) ? textOf(row.value) : generatedAt(kept, users.generated, position)
}

const noEntries = '"entries":[]'

const withToken = (entry: string, token: string) => `${entry.slice(0, -1)},"token":${JSON.stringify(token)}}`

interface Showing {
  readonly kept?: RowTextCache
  readonly tokenAt?: ((position: number) => string) | undefined
}

/** Puts parts into one, without the pause that many bytes at once are. */
function* joined(parts: ReadonlyArray<Buffer>): Cooperative<Buffer> {
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
): Cooperative<string | Uint8Array> {
  const textsFrom = (start: number) =>
    entries
      .slice(start, start + sliceSize)
      .map((position) => {
        const text = entryAt(users, position, kept)
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
  return yield* joined([...parts, Buffer.from(tail)])
}

/**
 * Texts of the rows that a seed and a position decide, in one block of memory outside of the heap, which never grows. Each
 * position has one place, which it shares with others: the text that is kept last replaces the one before.
 */
export interface RowTextCache {
  readonly capacity: number
  readonly block: Buffer
  /** What is at each place: the row that it is of, and its length in bytes, 0 while there is none. */
  readonly seeds: Float64Array
  readonly positions: Uint32Array
  readonly lengths: Uint16Array
}

/** The bytes that a text may have; a longer one is not kept. */
export const maxTextBytes = 896

/** Room for as many texts; pages of memory are taken as they fill. */
export const makeRowTextCache = (capacity: number): RowTextCache => ({
  capacity,
  block: Buffer.alloc(capacity * maxTextBytes),
  seeds: new Float64Array(capacity),
  positions: new Uint32Array(capacity),
  lengths: new Uint16Array(capacity)
})

export const getText = (cache: RowTextCache, seed: number, position: number): string | undefined => {
  const place = position % cache.capacity
  const length = cache.lengths[place] ?? 0
  return length > 0 && cache.positions[place] === position && cache.seeds[place] === seed
    ? cache.block.toString("utf8", place * maxTextBytes, place * maxTextBytes + length)
    : undefined
}

export const setText = (cache: RowTextCache, seed: number, position: number, text: string): void => {
  const length = Buffer.byteLength(text)
  if (length > maxTextBytes) return
  const place = position % cache.capacity
  cache.block.write(text, place * maxTextBytes)
  cache.seeds[place] = seed
  cache.positions[place] = position
  cache.lengths[place] = length
}
