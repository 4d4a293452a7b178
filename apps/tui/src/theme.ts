import * as Record from "effect/Record"

/** One of the 16 colours that a terminal's user has chosen. */
export type Colour = "red" | "green" | "yellow" | "cyan"

/** How a piece of text looks. */
export interface Style {
  readonly color?: Colour
  /** Colour of the leading glyph. A word always has the same meaning. */
  readonly sign?: Colour
  readonly bold?: boolean
  readonly dimColor?: boolean
  readonly inverse?: boolean
}

export type Tone =
  | "accent"
  | "good"
  | "warning"
  | "bad"
  | "quiet"
  /** Lines between texts. */
  | "line"
  | "strong"
  | "selected"
  | "plain"
  /** The live service, as opposed to an emulator. */
  | "live"
  | "emulator"

/** The styles of the program. Every state also has a glyph and a word, so that none depends on colour. */
export type Theme = Record<Tone, Style>

/**
 * Words have the terminal's text colour, because no other is readable on every background. Colours are for glyphs. Only
 * lines are dim.
 */
const colours: Theme = {
  accent: { sign: "cyan", bold: true },
  good: { sign: "green" },
  warning: { sign: "yellow" },
  bad: { sign: "red", bold: true },
  quiet: {},
  line: { dimColor: true },
  strong: { bold: true },
  selected: { inverse: true },
  plain: {},
  live: { sign: "red", bold: true, inverse: true },
  emulator: { sign: "cyan", inverse: true }
}

const withoutColour = ({ color: _, sign: __, ...style }: Style): Style => style

/** Returns the theme for a terminal; without colour, bold, dim and inverse remain. */
export const make = (colour: boolean): Theme => (colour ? colours : Record.map(colours, withoutColour))

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ""

const none: ReadonlySet<string> = new Set(["0", "false"])

/**
 * Whether there is colour: unless the environment asks for none (no-color.org), or the terminal has none; `FORCE_COLOR`
 * goes before both, as it does for Node.
 */
export const wantsColour = ({ FORCE_COLOR, NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>): boolean =>
  isSet(FORCE_COLOR) ? !none.has(FORCE_COLOR.toLowerCase()) : !isSet(NO_COLOR) && TERM !== "dumb"

export const glyphs = {
  active: "●",
  inactive: "○",
  favorite: "★",
  busy: "◌",
  unknown: "?",
  selected: "❯",
  marked: "▸",
  caret: "▏",
  changed: "✱",
  news: "•",
  live: "●",
  stale: "◷",
  offline: "✗",
  done: "✓",
  hint: "›",
  problem: "✗",
  outgoing: "↗",
  incoming: "↙",
  danger: "⚠",
  fine: "●",
  trouble: "▲"
} as const
