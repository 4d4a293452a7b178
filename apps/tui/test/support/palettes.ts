/** What a terminal makes of the 16 colours, and of text without one. */
export interface Palette {
  readonly name: string
  readonly text: string
  readonly background: string
  /** Black, red, green, yellow, blue, magenta, cyan, white; then the bright ones. */
  readonly colours: ReadonlyArray<string>
}

const xterm =
  "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
const vga =
  "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
const solarized =
  "073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3"
const macOS =
  "000000 990000 00a600 999900 0000b2 b200b2 00a6b2 bfbfbf 666666 e50000 00d900 e5e500 0000ff e500e5 00e5e5 e5e5e5"

const palette = (name: string, colours: string, text: string, background: string): Palette => ({
  name,
  text,
  background,
  colours: colours.split(" ")
})

/** Those that people have without choosing, and one that many choose, on dark and on light. */
export const palettes: ReadonlyArray<Palette> = [
  palette("xterm on black", xterm, "e5e5e5", "000000"),
  palette("xterm on white", xterm, "000000", "ffffff"),
  palette("VGA on black", vga, "aaaaaa", "000000"),
  palette("VGA on white", vga, "000000", "ffffff"),
  palette("Solarized dark", solarized, "839496", "002b36"),
  palette("Solarized light", solarized, "657b83", "fdf6e3"),
  palette("macOS Terminal on black", macOS, "ffffff", "000000"),
  palette("macOS Terminal on white", macOS, "000000", "ffffff")
]

const channels = (colour: string) => [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

/** A colour half-way to another, as terminals draw what is dim. */
export const between = (a: string, b: string): string => {
  const others = channels(b)
  return channels(a)
    .map((value, at) =>
      Math.round((value + (others[at] ?? 0)) / 2)
        .toString(16)
        .padStart(2, "0")
    )
    .join("")
}
