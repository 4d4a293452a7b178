import { capital } from "../text/capital.ts"

const glyphs: Record<string, string> = { up: "↑", down: "↓", left: "←", right: "→", enter: "⏎" }

const words: Record<string, string> = { pageUp: "PgUp", pageDown: "PgDn" }

const ofOne = (key: string): string => {
  const parts = key === "+" ? [key] : key.replace(/\+\+$/, "+plus").split("+")
  const last = (parts.at(-1) ?? "").replace("plus", "+")
  const modifiers = parts.slice(0, -1).map(capital)
  if (modifiers.length === 0) return glyphs[last] ?? words[last] ?? (last.length > 1 ? capital(last) : last)
  return [...modifiers, words[last] ?? capital(last)].join("-")
}

/** A key as people read it: `↓`, `Ctrl-D`, `PgUp`, `gu`. */
export const keyText = (key: string): string => {
  const parts = key.split(" ").map(ofOne)
  return parts.join(parts.every((part) => part.length === 1) ? "" : " ")
}
