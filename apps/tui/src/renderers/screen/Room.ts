import { createContext, use, useLayoutEffect } from "react"

export interface Size {
  readonly width: number
  readonly height: number
}

/** A part of the view, and its size. */
export interface Props<Body> extends Size {
  readonly body: Body
}

/** Props of lists, which are laid out by what is told below them as well. */
export interface ListProps<Body> extends Props<Body> {
  /** The height with what is told below. */
  readonly room: number
}

/** Hears what of a view has room, which only what draws it knows. */
export interface Room {
  /** How many rows of a list have room. */
  readonly onRows: (list: string, rows: number) => void
  /** How far what is read scrolls: its furthest first line. */
  readonly onReach: (lines: number) => void
  /** How many lines are a screenful. */
  readonly onPage: (lines: number) => void
}

export const Room = createContext<Room>({ onRows: () => undefined, onReach: () => undefined, onPage: () => undefined })

export const useRows = (list: string, rows: number, known: number): void => {
  const { onRows } = use(Room)
  useLayoutEffect(() => {
    if (rows !== known) onRows(list, rows)
  }, [list, rows, known, onRows])
}

export const useReach = (lines: number): void => {
  const { onReach } = use(Room)
  useLayoutEffect(() => {
    onReach(lines)
    return () => onReach(0)
  }, [lines, onReach])
}
