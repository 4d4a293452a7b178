const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "↑": "Up",
    "↓": "Down",
    "←": "Left",
    "→": "Right",
    "⏎": "Enter",
    PgUp: "Page Up",
    PgDn: "Page Down",
    "?": "question mark",
    "!": "exclamation mark",
    "/": "slash",
    ":": "colon",
    ";": "semicolon",
    ".": "dot",
    ",": "comma",
    "%": "percent",
    "@": "at",
    "*": "star",
    "+": "plus",
    "-": "minus",
    "<": "less than",
    ">": "greater than",
    "[": "left bracket",
    "]": "right bracket"
  })
)

const ofCharacter = (character: string) =>
  names.get(character) ?? (/^\p{Lu}$/u.test(character) ? `capital ${character}` : character)

/** A key as it is shown, in words: no voice tells `d` from `D`, and few say `?`. */
export const keyWords = (shown: string): string => {
  const known = names.get(shown)
  if (known !== undefined) return known
  const [, count = "", key = shown] = /^(\d+)(\D)$/.exec(shown) ?? []
  if (count !== "") return `${count} ${ofCharacter(key)}`
  return shown.length <= 2 && !/^F\d$/.test(shown) ? Array.from(shown, ofCharacter).join(" ") : shown
}

/** Keys as they are shown beside each other. */
export const keysWords = (shown: string): string => shown.split(" ").map(keyWords).join(", ")
