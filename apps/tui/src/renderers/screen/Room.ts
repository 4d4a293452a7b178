import { createContext, use, useLayoutEffect } from "react"

export interface Size {
  readonly width: number
  readonly height: number
}

/** A part of the view, and its size. */
export interface Props<Body> extends Size {
  readonly body: Body
}

/** Props of lists, whose layout also depends on the messages below. */
export interface ListProps<Body> extends Props<Body> {
  /** The height including the messages below. */
  readonly room: number
}

/** Receives the measures that only components know. */
export interface Room {
  /** How many rows of a list fit. */
  readonly onRows: (list: string, rows: number) => void
  /** The maximum first line of a scrolled text. */
  readonly onReach: (lines: number) => void
  /** How many lines a page has. */
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
