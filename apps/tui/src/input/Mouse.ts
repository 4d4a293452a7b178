/** What a mouse did at a cell of the terminal, counted from 0. */
export interface Mouse {
  readonly kind: "press" | "wheel"
  /** Of the wheel, by how many notches down; up is less than 0. */
  readonly notches: number
  readonly row: number
  readonly column: number
}

/** Asks for buttons and wheel (1000), in the form that knows no limit of columns (1006). */
export const on = "\u001B[?1000h\u001B[?1006h"

/** Ends that, and whatever else of a mouse another program asked for. */
export const off = "\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l"

/** What is left of a report without modifiers: the first button, and the wheel up and down. */
const notchesOf: Readonly<Record<string, number>> = { 0: 0, 64: -1, 65: 1 }

/**
 * Reads the parameters of a report in SGR form, `<0;12;7`. There is nothing in one of another button, with a modifier, of
 * a movement, or of a place that no terminal has. Source: XTerm Control Sequences, "Mouse Tracking".
 */
export const of = (parameters: string): Mouse | undefined => {
  const [, button = "", column = "", row = ""] = /^<(\d{1,3});(\d{1,5});(\d{1,5})$/.exec(parameters) ?? []
  const notches = notchesOf[button]
  if (notches === undefined || Number(column) < 1 || Number(row) < 1) return undefined
  return { kind: notches === 0 ? "press" : "wheel", notches, row: Number(row) - 1, column: Number(column) - 1 }
}

/** Two turns of the wheel at one place as one; nothing where they are none. */
export const joined = (a: Mouse, b: Mouse): Mouse | undefined =>
  a.kind === "wheel" && b.kind === "wheel" && a.row === b.row && a.column === b.column
    ? { ...b, notches: a.notches + b.notches }
    : undefined
