import type { Position } from "./shapes.ts"

const positions = new WeakMap<object, Position>()

/** Takes note of the position behind an entry, or a page, that a walk yields. */
export const note = <A>(value: A, position: Position): A => {
  positions.set(Object(value), position)
  return value
}

/** Takes note of the position behind a page: at the start of the next. */
export const notePage = <A>(value: A, page: number): A => note(value, { page: page + 1, taken: 0 })

/** The position behind an entry, or a page, that a walk yielded. */
export const positionOf = (value: unknown): Position | undefined => positions.get(Object(value))
