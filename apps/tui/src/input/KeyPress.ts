/** One key: its name as the keymap spells it, and the text it types, if any. */
export interface KeyPress {
  readonly name: string
  readonly text: string | undefined
  /** Whether it comes from a key that is held down; only some terminals tell. */
  readonly isRepeat?: boolean
}

/** A key that types nothing. */
export const named = (name: string): KeyPress => ({ name, text: undefined })

export const ofText = (text: string): KeyPress => ({ name: text === " " ? "space" : text, text })

export interface Modifiers {
  readonly shift: boolean
  readonly alt: boolean
  readonly ctrl: boolean
  readonly super: boolean
}

/** The modifiers as terminals number them: one more than the sum of their bits; the locks count for nothing. */
export const modifiersOf = (number: number): Modifiers => {
  const bits = Math.max(0, number - 1)
  return { shift: (bits & 1) > 0, alt: (bits & 34) > 0, ctrl: (bits & 4) > 0, super: (bits & 24) > 0 }
}

const order = ["ctrl", "alt", "super", "shift"] as const

/** A key with its modifiers, such as `ctrl+up`. */
export const modified = (name: string, modifiers: Modifiers): KeyPress =>
  named([...order.filter((each) => modifiers[each]), name].join("+"))
