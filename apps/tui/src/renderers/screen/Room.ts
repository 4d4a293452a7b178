import { createContext, use, useLayoutEffect } from "react"

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
