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
export const width = 896

/** Room for as many texts; pages of memory are taken as they fill. */
export const make = (capacity: number): RowTextCache => ({
  capacity,
  block: Buffer.alloc(capacity * width),
  seeds: new Float64Array(capacity),
  positions: new Uint32Array(capacity),
  lengths: new Uint16Array(capacity)
})

export const get = (cache: RowTextCache, seed: number, position: number): string | undefined => {
  const place = position % cache.capacity
  const length = cache.lengths[place] ?? 0
  return length > 0 && cache.positions[place] === position && cache.seeds[place] === seed
    ? cache.block.toString("utf8", place * width, place * width + length)
    : undefined
}

export const set = (cache: RowTextCache, seed: number, position: number, text: string): void => {
  const length = Buffer.byteLength(text)
  if (length > width) return
  const place = position % cache.capacity
  cache.block.write(text, place * width)
  cache.seeds[place] = seed
  cache.positions[place] = position
  cache.lengths[place] = length
}
