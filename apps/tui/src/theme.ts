/** How a piece of text looks. */
export interface Style {
  readonly color?: string
  readonly bold?: boolean
  readonly dimColor?: boolean
  readonly inverse?: boolean
  readonly underline?: boolean
}

export type Tone =
  | "accent"
  | "good"
  | "warning"
  | "bad"
  | "quiet"
  | "strong"
  | "selected"
  | "plain"
  /** The service that people work with, which is not to be taken for another. */
  | "live"
  | "emulator"

/** What the program looks like. Every state has a glyph and a word besides, so that none depends on colour. */
export type Theme = Record<Tone, Style>

const colours: Theme = {
  accent: { color: "cyan", bold: true },
  good: { color: "green" },
  warning: { color: "yellow" },
  bad: { color: "red", bold: true },
  quiet: { dimColor: true },
  strong: { bold: true },
  selected: { inverse: true },
  plain: {},
  live: { color: "red", bold: true, inverse: true },
  emulator: { color: "cyan", inverse: true }
}

const withoutColour = ({ color: _, ...style }: Style): Style => style

/** The theme for a terminal; without colour, bold, dim and inverse remain. */
export const make = (colour: boolean): Theme =>
  colour
    ? colours
    : {
        ...colours,
        accent: withoutColour(colours.accent),
        good: withoutColour(colours.good),
        warning: withoutColour(colours.warning),
        bad: withoutColour(colours.bad),
        live: withoutColour(colours.live),
        emulator: withoutColour(colours.emulator)
      }

/** Whether the environment asks for no colour (no-color.org), or the terminal has none. */
export const wantsColour = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb"

export const glyphs = {
  active: "●",
  inactive: "○",
  busy: "◌",
  unknown: "?",
  selected: "❯",
  marked: "▸",
  caret: "▏",
  changed: "✱",
  live: "●",
  stale: "◷",
  offline: "✗",
  done: "✓",
  hint: "›",
  problem: "✗",
  danger: "⚠"
} as const
