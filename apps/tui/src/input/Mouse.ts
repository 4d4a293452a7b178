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

/** A report, and its repetitions: a wheel sends many at once. Source: XTerm Control Sequences, "Mouse Tracking". */
// oxlint-disable-next-line no-control-regex -- terminals send it
const report = /(\u001B\[<(\d{1,3});(\d{1,4});(\d{1,4})M)\1*/g

const mark = 0xe000

/** Replaces reports, which Ink ignores, with a key of the kitty protocol that types their numbers as characters. */
export const asKeys = (text: string): string =>
  text.replaceAll(report, (all: string, one: string, button: string, column: string, row: string) => {
    const characters = [mark, button, column, row, all.length / one.length]
    return `\u001B[${mark};1;${characters.join(":")}u`
  })

/** The first button without modifiers, and the wheel up and down. */
const directions: Readonly<Record<number, number>> = { 0: 0, 64: -1, 65: 1 }

/** Returns whether `useInput` was called for a report. */
export const isReport = (input: string): boolean => input.codePointAt(0) === mark

/** Parses the text of such a key: `undefined` for another button, a modifier or a movement. */
export const parse = (input: string): Mouse | undefined => {
  const [, button = -1, column = 0, row = 0, count = 0] = Array.from(input, (each) => each.codePointAt(0) ?? 0)
  const direction = directions[button]
  if (direction === undefined) return undefined
  return { kind: direction === 0 ? "press" : "wheel", notches: direction * count, row: row - 1, column: column - 1 }
}
