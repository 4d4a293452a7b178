import * as Result from "effect/Result"

/** Environment variables, which name the terminal. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Bytes of a text that fit, in UTF-8: the longest sequence that terminals are known to take, of 100,000, holds as many. */
export const most = 74_994

const esc = "\u001B"
const end = `${esc}\\`

/**
 * A text as the clipboard gets it: as the service gave it, but for controls other than tab and line feed, which no name
 * needs and a shell obeys when they are pasted.
 */
const pasteable = (text: string) => text.replaceAll(/\r\n?/g, "\n").replaceAll(/(?![\t\n])\p{Cc}/gu, "")

/** OSC 52, which ends in BEL: within a wrapping, its other end would be that of the wrapping. */
const plain = (bytes: Buffer) => `${esc}]52;c;${bytes.toString("base64")}\u0007`

/** What tmux hands on as it is where `allow-passthrough` is on. */
const throughTmux = (sequence: string) => `${esc}Ptmux;${sequence.replaceAll(esc, esc + esc)}${end}`

/** Characters that any version of screen takes at once. */
const chunk = /[^]{1,250}/g

/** What screen hands on, in parts: it prints what is longer. */
const throughScreen = (sequence: string) => (sequence.match(chunk) ?? []).map((part) => `${esc}P${part}${end}`).join("")

const isSet = (value: string | undefined) => value !== undefined && value !== ""

const wrapped = (sequence: string, { STY, TERM = "", TMUX }: Environment) => {
  // of one within the other both are set; the inner one set TERM, and what is for screen does nothing in tmux
  if (isSet(STY) && !(isSet(TMUX) && TERM.startsWith("tmux"))) return throughScreen(sequence)
  // where `set-clipboard` is on, tmux takes the plain one itself; where both work, the same is copied twice
  return isSet(TMUX) ? throughTmux(sequence) + sequence : sequence
}

const without = new Set(["dumb", "linux"])

/** What a terminal is sent to have a text on its clipboard; or a sentence that says why it cannot be copied. */
export const sequence = (text: string, environment: Environment): Result.Result<string, string> => {
  if (without.has(environment["TERM"] ?? "")) return Result.fail("This terminal has no clipboard.")
  const bytes = Buffer.from(pasteable(text))
  if (bytes.length === 0) return Result.fail("There is nothing to copy.")
  if (bytes.length > most)
    return Result.fail(
      `It is too long to copy: ${bytes.length.toLocaleString("en")} bytes, and terminals take ${most.toLocaleString("en")}.`
    )
  return Result.succeed(wrapped(plain(bytes), environment))
}

/** Copies texts to the clipboard of the terminal, also over SSH. */
export interface Clipboard {
  /** Sends a text there, or says why it cannot. Whether the terminal took it, it does not tell. */
  readonly copy: (text: string) => Result.Result<void, string>
}

/** The clipboard of the terminal that a stream writes to. */
export const make = (stdout: { readonly write: (data: string) => unknown }, environment: Environment): Clipboard => ({
  copy: (text) =>
    Result.map(sequence(text, environment), (data) => {
      stdout.write(data)
    })
})
