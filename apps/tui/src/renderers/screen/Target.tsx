import { Box, measureElement } from "ink"
import type { BoxProps, DOMElement } from "ink"
import { createContext, use, useLayoutEffect, useRef } from "react"
import type { ReactNode, RefObject } from "react"

import type { Mouse } from "../../input/Mouse.ts"
import type { Spot, Target as At } from "../../view/View.ts"

interface Entry {
  readonly ref: RefObject<DOMElement | null>
  readonly target: At
}

export type Entries = Set<Entry>

/** Boxes that the mouse can point at. Ink has no mouse events, but measures boxes. */
export const Targets = createContext<Entries>(new Set())

/** A box that the mouse can point at. */
export const Target = ({
  children,
  target,
  ...box
}: BoxProps & { readonly children?: ReactNode; readonly target: At }) => {
  const targets = use(Targets)
  const ref = useRef<DOMElement>(null)
  useLayoutEffect(() => {
    const entry = { ref, target }
    targets.add(entry)
    return () => void targets.delete(entry)
  })
  return (
    <Box ref={ref} flexDirection="column" flexShrink={0} {...box}>
      {children}
    </Box>
  )
}

/** Returns the innermost target at a cell. */
export const spotAt = (targets: Entries, { column, row }: Mouse): Spot | undefined => {
  const found = [...targets]
    .flatMap(({ ref, target }) => (ref.current === null ? [] : [{ ...measureElement(ref.current), target }]))
    .filter(({ height, width, x, y }) => row >= y && row < y + height && column >= x && column < x + width)
    .toSorted((one, other) => one.width * one.height - other.width * other.height)[0]
  return found && { target: found.target, row: row - found.y, column: column - found.x }
}
