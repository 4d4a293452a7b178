/**
 * A persistent set of positions that counts: the k-th position outside of it is found in O(log n). A leaf is the bitmap
 * of 32 positions, a branch has 32 children; adding copies one path.
 */
export interface Removals {
  readonly count: number
  readonly root: Node | undefined
}

type Node = number | Branch

interface Branch {
  readonly count: number
  readonly children: ReadonlyArray<Node | undefined>
}

const bits = 5
const width = 1 << bits
const topLevel = 5

/** Positions are below this. */
export const capacity = 2 ** (bits * (topLevel + 1))

export const empty: Removals = { count: 0, root: undefined }

const slotOf = (position: number, level: number) => (position >>> (bits * level)) & (width - 1)

export const has = (removals: Removals, position: number): boolean => {
  let node = removals.root
  for (let level = topLevel; typeof node === "object"; level--) node = node.children[slotOf(position, level)]
  return node !== undefined && (node & (1 << slotOf(position, 0))) !== 0
}

const insert = (node: Node | undefined, level: number, position: number): Node => {
  if (level === 0) return (typeof node === "number" ? node : 0) | (1 << slotOf(position, 0))
  const branch = typeof node === "object" ? node : { count: 0, children: [] }
  const slot = slotOf(position, level)
  const children = Array.from({ length: width }, (_, index) => branch.children[index])
  children[slot] = insert(children[slot], level - 1, position)
  return { count: branch.count + 1, children }
}

export const add = (removals: Removals, position: number): Removals =>
  has(removals, position) ? removals : { count: removals.count + 1, root: insert(removals.root, topLevel, position) }

const bitCount = (bitmap: number) => {
  let count = 0
  for (let rest = bitmap; rest !== 0; rest &= rest - 1) count++
  return count
}

const countOf = (node: Node | undefined) =>
  node === undefined ? 0 : typeof node === "number" ? bitCount(node) : node.count

/** The position outside of the set that has `rank` such positions before it. */
export const select = (removals: Removals, rank: number): number => {
  let node = removals.root
  let base = 0
  let rest = rank
  for (let level = topLevel; typeof node === "object"; level--) {
    const span = 2 ** (bits * level)
    let slot = 0
    for (let outside = span - countOf(node.children[0]); rest >= outside;) {
      rest -= outside
      base += span
      slot++
      outside = span - countOf(node.children[slot])
    }
    node = node.children[slot]
  }
  if (node === undefined) return base + rest
  for (let slot = 0; slot < width; slot++) {
    if ((node & (1 << slot)) === 0 && rest-- === 0) return base + slot
  }
  return base + width
}

const childrenOf = (node: Node | undefined): ReadonlyArray<Node | undefined> =>
  typeof node === "object" ? node.children : []

function* differing(one: Node | undefined, other: Node | undefined, level: number, base: number): Generator<number> {
  if (one === other) return
  const span = 2 ** (bits * level)
  const [ofOne, ofOther] = [childrenOf(one), childrenOf(other)]
  const bitmaps = level === 0 ? Number(one ?? 0) ^ Number(other ?? 0) : 0
  for (let slot = 0; slot < width; slot++) {
    if (level > 0) yield* differing(ofOne[slot], ofOther[slot], level - 1, base + slot * span)
    else if ((bitmaps & (1 << slot)) !== 0) yield base + slot
  }
}

/** The positions that are in one of two sets alone, in their order; what the sets share is passed over. */
export const difference = (one: Removals, other: Removals): Generator<number> =>
  differing(one.root, other.root, topLevel, 0)

/** The positions in the set, in their order. */
export const positions = (removals: Removals): ReadonlyArray<number> => [...difference(empty, removals)]
