import { defaultBindings } from "../../src/keymap/Keys.ts"
import type { Random } from "./Random.ts"

/** Texts that move, hide or widen the drawn text if they are not sanitized. */
export const hostile: ReadonlyArray<string> = [
  "Grace 👩‍🚀👩‍👩‍👧‍👦🇩🇪",
  "\u001B[2J\u009B2J\u0007\u001B]0;x\u0007",
  "a\r\nb\tc\u2028d\u2029",
  "\u202Egnihton\u2066\u061C",
  "山田太郎".repeat(40),
  "e\u0301\u0302\u0303".repeat(30),
  "\u{E0041}\u{E0042}\u200B\u200D\uFEFF",
  "नि กำ 1️⃣ ❤️ ",
  "x".repeat(300),
  "",
  " ",
  "\uD800 half"
]

/** An input from a terminal. */
export interface Input {
  readonly kind: "key" | "keys" | "paste" | "escape" | "mouse"
  readonly bytes: string
  /** Timeout after which the program treats it as complete, in milliseconds. */
  readonly timeout?: number
}

const sequences: Readonly<Record<string, string>> = {
  enter: "\r",
  tab: "\t",
  "shift+tab": "\u001B[Z",
  up: "\u001B[A",
  down: "\u001B[B",
  right: "\u001B[C",
  left: "\u001B[D",
  "ctrl+up": "\u001B[1;5A",
  "ctrl+down": "\u001B[1;5B",
  pageDown: "\u001B[6~",
  pageUp: "\u001B[5~",
  home: "\u001B[H",
  end: "\u001B[F",
  delete: "\u001B[3~",
  backspace: "\u007F",
  space: " "
}

const bytesOf = (key: string): string =>
  key
    .split(" ")
    .map((part) => {
      const letter = /^ctrl\+([a-z])$/.exec(part)?.[1]
      return letter === undefined ? (sequences[part] ?? part) : String.fromCharCode(letter.charCodeAt(0) - 0x60)
    })
    .join("")

/** The keys of the default bindings, except those that end the program; Esc is among the escapes. */
const keys = [...new Set(defaultBindings.flatMap(({ keys }) => keys))].filter(
  (key) => !["ctrl+c", "esc", "q"].includes(key)
)

const texts = [
  "grace",
  "active=true",
  "colour=red",
  "sort name",
  "columns id",
  "row 3",
  "deactivate 2",
  "delete 2",
  "ada@example.com",
  "users\r",
  "pods\r",
  "12",
  "99999999999",
  ...hostile.filter((text) => !/\p{Cc}/u.test(text))
]

const escapes: ReadonlyArray<Input> = [
  { kind: "escape", bytes: "\u001B", timeout: 40 },
  { kind: "escape", bytes: "\u001B\u001B", timeout: 40 },
  { kind: "escape", bytes: "\u001BO", timeout: 500 },
  { kind: "escape", bytes: "\u001B[1;", timeout: 500 },
  { kind: "escape", bytes: "\u001B]0;title\u0007" },
  { kind: "escape", bytes: "\u001BP1$r0m\u001B\\" },
  { kind: "escape", bytes: "\u001B[99;99R" },
  { kind: "escape", bytes: "\u001B[?62;4c" },
  { kind: "escape", bytes: "\u001B[I" }
]

const mice = ["\u001B[<0;10;10M", "\u001B[<64;1;1m", "\u001B[M dd", "\u001B[M#DD", "\u001B[32;68;68M"]

/** Returns a random input. */
export const inputOf = (random: Random): Input => {
  const at = random.next()
  if (at < 0.62) return { kind: "key", bytes: bytesOf(random.of(keys)) }
  if (at < 0.74) return { kind: "keys", bytes: random.of(texts) }
  if (at < 0.84) return { kind: "paste", bytes: `\u001B[200~${random.of([...texts, ...hostile])}\u001B[201~` }
  // the incomplete sequences have a long timeout, so they are rare
  if (at < 0.94) return random.next() < 0.6 ? random.of(escapes.slice(0, 2)) : random.of(escapes)
  return { kind: "mouse", bytes: random.of(mice) }
}
