import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import * as Page from "@remote-assist/core/Page"
import { memoize } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { sliceSize } from "../lists/select.ts"
import type { Cooperative } from "../lists/select.ts"
import type { Entry, User } from "./User.ts"
import { generatedUserAt } from "./Users.ts"
import type { GeneratedRange, Users } from "./Users.ts"

const encodeEntry = Schema.encodeSync(Schema.toCodecJson(EnterpriseUser))

const encodePage = Schema.encodeSync(Schema.toCodecJson(Page.Page(EnterpriseUser)))

const encode = (entry: Entry): string => JSON.stringify(encodeEntry(entry))

const textOf = memoize((user: User) => encode(user.entry))

let sharedCache: RowTextCache | undefined

// created for the first page, not at the start; up to 112 MB
const cache = (): RowTextCache => (sharedCache ??= makeRowTextCache(131_072))

/** Frees the cached texts of rows. */
export const forgetTexts = (): void => {
  sharedCache = undefined
}

const generatedAt = (cache: RowTextCache, rows: GeneratedRange, position: number): string => {
  const known = getText(cache, rows.seed, position)
  if (known !== undefined) return known
  const text = encode(generatedUserAt(rows, position).entry)
  setText(cache, rows.seed, position, text)
  return text
}

const entryAt = (users: Users, position: number, cache: RowTextCache): string => {
  const row = HashMap.get(users.rows, position)
  return Option.isSome(row) ? textOf(row.value) : generatedAt(cache, users.generated, position)
}

const noEntries = '"entries":[]'

const withToken = (entry: string, token: string) => `${entry.slice(0, -1)},"token":${JSON.stringify(token)}}`

interface PageOptions {
  readonly texts?: RowTextCache
  readonly tokenAt?: ((position: number) => string) | undefined
}

/** Concatenates buffers, yielding after each. */
function* concat(parts: ReadonlyArray<Buffer>): Cooperative<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    end += part.copy(bytes, end)
    yield
  }
  return bytes
}

/**
 * Encodes a page of positions as JSON, as the contract does. A large page is encoded in slices, as bytes: its text may be
 * longer than the maximum string length.
 */
export function* page(
  users: Users,
  { entries, ...totals }: Page.Page<number>,
  { texts = cache(), tokenAt }: PageOptions = {}
): Cooperative<string | Uint8Array> {
  const textsFrom = (start: number) =>
    entries
      .slice(start, start + sliceSize)
      .map((position) => {
        const text = entryAt(users, position, texts)
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
  return yield* concat([...parts, Buffer.from(tail)])
}

/**
 * A cache for the texts of generated rows, by seed and position, in one block of memory outside of the heap. Each position
 * has one slot, which it shares with others; a new text replaces the previous one.
 */
export interface RowTextCache {
  readonly capacity: number
  readonly block: Buffer
  /** The row of each slot, and the length of its text in bytes, 0 for none. */
  readonly seeds: Float64Array
  readonly positions: Uint32Array
  readonly lengths: Uint16Array
}

/** The maximum size of a text in bytes; longer ones are not cached. */
export const maxTextBytes = 896

/** Creates a cache; the memory is used as the cache fills. */
export const makeRowTextCache = (capacity: number): RowTextCache => ({
  capacity,
  block: Buffer.alloc(capacity * maxTextBytes),
  seeds: new Float64Array(capacity),
  positions: new Uint32Array(capacity),
  lengths: new Uint16Array(capacity)
})

export const getText = (cache: RowTextCache, seed: number, position: number): string | undefined => {
  const slot = position % cache.capacity
  const length = cache.lengths[slot] ?? 0
  return length > 0 && cache.positions[slot] === position && cache.seeds[slot] === seed
    ? cache.block.toString("utf8", slot * maxTextBytes, slot * maxTextBytes + length)
    : undefined
}

export const setText = (cache: RowTextCache, seed: number, position: number, text: string): void => {
  const length = Buffer.byteLength(text)
  if (length > maxTextBytes) return
  const slot = position % cache.capacity
  cache.block.write(text, slot * maxTextBytes)
  cache.seeds[slot] = seed
  cache.positions[slot] = position
  cache.lengths[slot] = length
}
