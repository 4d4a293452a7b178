import { pausesAt, slice } from "./Sliced.ts"
import type { Sliced } from "./Sliced.ts"

type Compare = (one: number, other: number) => number

/** Merges two runs that lie side by side, the second from `middle` on. */
function* merge(
  from: Uint32Array,
  to: Uint32Array,
  [start, middle, end]: readonly [number, number, number],
  compare: Compare
): Sliced<void> {
  const inOrder = middle >= end || compare(from[middle - 1] ?? 0, from[middle] ?? 0) <= 0
  if (inOrder) {
    to.set(from.subarray(start, end), start)
    return
  }
  let [left, right] = [start, middle]
  for (let at = start; at < end; at++) {
    const takesLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
    to[at] = from[takesLeft ? left++ : right++] ?? 0
    if (pausesAt(at)) yield
  }
}

/** The numbers below `count` in an order; those that it does not tell apart ascend. */
export function* sort(count: number, compare: Compare): Sliced<Uint32Array> {
  let from = new Uint32Array(count)
  for (let start = 0; start < count; start += slice) {
    const run = from.subarray(start, start + slice)
    for (let at = 0; at < run.length; at++) run[at] = start + at
    run.sort(compare)
    if (count > slice) yield
  }
  let to = new Uint32Array(count)
  for (let width = slice; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width)
      yield* merge(from, to, [start, Math.min(start + width, count), Math.min(start + 2 * width, count)], compare)
    ;[from, to] = [to, from]
  }
  return from
}
