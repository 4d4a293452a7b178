import * as Result from "effect/Result"

/** Environment variables, which name the terminal. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Maximum bytes of a text, in UTF-8: they fit in a sequence of 100,000, the longest that common terminals accept. */
export const most = 74_994

const esc = "\u001B"
const end = `${esc}\\`

/**
 * Removes controls other than tab and line feed: no name needs them, and a shell obeys them when they are pasted.
 */
const withoutControls = (text: string) => text.replaceAll(/\r\n?/g, "\n").replaceAll(/(?![\t\n])\p{Cc}/gu, "")

/** OSC 52, which ends in BEL: in a wrapper, the other terminator would end the wrapper. */
const plain = (bytes: Buffer) => `${esc}]52;c;${bytes.toString("base64")}\u0007`

/** Wraps a sequence for tmux, which passes it through if `allow-passthrough` is on. */
const throughTmux = (sequence: string) => `${esc}Ptmux;${sequence.replaceAll(esc, esc + esc)}${end}`

/** The longest part that every version of screen accepts. */
const chunk = /[^]{1,250}/g

/** Wraps a sequence for screen in parts: screen prints a longer one. */
const throughScreen = (sequence: string) => (sequence.match(chunk) ?? []).map((part) => `${esc}P${part}${end}`).join("")

const isSet = (value: string | undefined) => value !== undefined && value !== ""

const wrap = (sequence: string, { STY, TERM = "", TMUX }: Environment) => {
  // both are set if one runs in the other; the inner one sets TERM, and tmux ignores sequences for screen
  if (isSet(STY) && !(isSet(TMUX) && TERM.startsWith("tmux"))) return throughScreen(sequence)
  // if `set-clipboard` is on, tmux handles the plain sequence itself; if both work, the text is copied twice
  return isSet(TMUX) ? throughTmux(sequence) + sequence : sequence
}

const without = new Set(["dumb", "linux"])

/** Returns the sequence that copies a text to the clipboard of a terminal, or fails with the reason. */
export const sequence = (text: string, environment: Environment): Result.Result<string, string> => {
  if (without.has(environment["TERM"] ?? "")) return Result.fail("This terminal has no clipboard.")
  const bytes = Buffer.from(withoutControls(text))
  if (bytes.length === 0) return Result.fail("There is nothing to copy.")
  if (bytes.length > most)
    return Result.fail(
      `It is too long to copy: ${bytes.length.toLocaleString("en")} bytes, and terminals take ${most.toLocaleString("en")}.`
    )
  return Result.succeed(wrap(plain(bytes), environment))
}

/** Copies texts to the clipboard of the terminal, also over SSH. */
export interface Clipboard {
  /** Sends a text to the terminal, or fails with the reason. Success does not mean that the terminal accepted it. */
  readonly copy: (text: string) => Result.Result<void, string>
}

/** Creates the clipboard of the terminal that a stream writes to. */
export const make = (stdout: { readonly write: (data: string) => unknown }, environment: Environment): Clipboard => ({
  copy: (text) =>
    Result.map(sequence(text, environment), (data) => {
      stdout.write(data)
    })
})
