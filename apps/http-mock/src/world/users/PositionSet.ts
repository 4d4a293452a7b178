/**
 * A persistent set of positions with counts, which finds the k-th position outside of it in O(log n). A leaf is a bitmap of
 * 32 positions, a branch has 32 children; adding copies one path.
 */
export interface PositionSet {
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

export const capacity = 2 ** (bits * (topLevel + 1))

export const empty: PositionSet = { count: 0, root: undefined }

const slotOf = (position: number, level: number) => (position >>> (bits * level)) & (width - 1)

export const has = (set: PositionSet, position: number): boolean => {
  let node = set.root
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

export const add = (set: PositionSet, position: number): PositionSet =>
  has(set, position) ? set : { count: set.count + 1, root: insert(set.root, topLevel, position) }

const fullNodes: Array<Node> = []

/** Returns a node with all positions of its span; its children are one shared node. */
const fullNode = (level: number): Node => {
  const known = fullNodes[level]
  if (known !== undefined) return known
  const node: Node =
    level === 0
      ? -1
      : { count: width ** (level + 1), children: Array.from({ length: width }, () => fullNode(level - 1)) }
  fullNodes[level] = node
  return node
}

const leafOf = (node: Node | undefined, from: number, to: number): Node => {
  let bitmap = typeof node === "number" ? node : 0
  for (let slot = from; slot < to; slot++) bitmap |= 1 << slot
  return bitmap
}

/** Returns a node with the positions `from` to `to`, exclusive, added. */
const withRange = (node: Node | undefined, level: number, from: number, to: number): Node => {
  const span = 2 ** (bits * level)
  if (from <= 0 && to >= span * width) return fullNode(level)
  if (level === 0) return leafOf(node, Math.max(from, 0), Math.min(to, width))
  const children = Array.from({ length: width }, (_, slot) => {
    const child = childrenOf(node)[slot]
    const [first, last] = [from - slot * span, to - slot * span]
    return last <= 0 || first >= span ? child : withRange(child, level - 1, first, last)
  })
  return { count: children.reduce<number>((count, child) => count + countOf(child), 0), children }
}

/** Adds the positions `from` to `to`, exclusive, at a cost independent of their number. */
export const addRange = (set: PositionSet, from: number, to: number): PositionSet => {
  if (from >= to) return set
  const root = withRange(set.root, topLevel, from, to)
  return { count: countOf(root), root }
}

const bitCount = (bitmap: number) => {
  let count = 0
  for (let rest = bitmap; rest !== 0; rest &= rest - 1) count++
  return count
}

const countOf = (node: Node | undefined) =>
  node === undefined ? 0 : typeof node === "number" ? bitCount(node) : node.count

/** Returns the position outside of the set with `rank` such positions before it. */
export const select = (set: PositionSet, rank: number): number => {
  let node = set.root
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

/** Returns the positions that are in one of two sets only, in order. Shared nodes are skipped. */
export const difference = (one: PositionSet, other: PositionSet): Generator<number> =>
  differing(one.root, other.root, topLevel, 0)

/** Returns the positions in order: a single one, or the first and the last of consecutive ones. */
export const ranges = (set: PositionSet): ReadonlyArray<number | readonly [first: number, last: number]> => {
  const found: Array<[first: number, last: number]> = []
  for (const position of difference(empty, set)) {
    const latest = found.at(-1)
    if (latest?.[1] === position - 1) latest[1] = position
    else found.push([position, position])
  }
  return found.map(([first, last]) => (first === last ? first : [first, last]))
}
