/** A mouse event at a cell of the terminal, counted from 0. */
export interface Mouse {
  readonly kind: "press" | "wheel"
  /** Notches that the wheel turned down; negative for up. */
  readonly notches: number
  readonly row: number
  readonly column: number
}

/** Enables reports of buttons and wheel (1000), in the form without a column limit (1006). */
export const on = "\u001B[?1000h\u001B[?1006h"

/** Disables these reports, and any mouse mode of another program. */
export const off = "\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l"

/** The first button without modifiers, and the wheel up and down. */
const notchesOf: Readonly<Record<string, number>> = { 0: 0, 64: -1, 65: 1 }

/**
 * Parses the parameters of a report in SGR form, `<0;12;7`: `undefined` for another button, a modifier, a movement, or a
 * position that no terminal has. Source: XTerm Control Sequences, "Mouse Tracking".
 */
export const parse = (parameters: string): Mouse | undefined => {
  const [, button = "", column = "", row = ""] = /^<(\d{1,3});(\d{1,5});(\d{1,5})$/.exec(parameters) ?? []
  const notches = notchesOf[button]
  if (notches === undefined || Number(column) < 1 || Number(row) < 1) return undefined
  return { kind: notches === 0 ? "press" : "wheel", notches, row: Number(row) - 1, column: Number(column) - 1 }
}

/** Merges two turns of the wheel at one cell, or returns `undefined`: a wheel sends many reports at once. */
export const joined = (a: Mouse | undefined, b: Mouse): Mouse | undefined =>
  a?.kind === "wheel" && b.kind === "wheel" && a.row === b.row && a.column === b.column
    ? { ...b, notches: a.notches + b.notches }
    : undefined
