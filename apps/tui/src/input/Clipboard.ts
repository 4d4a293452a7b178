import * as Result from "effect/Result"

/** Maximum bytes of a text, in UTF-8: they fit in a sequence of 100,000, the longest that common terminals accept. */
export const maxBytes = 74_994

/**
 * Removes controls other than tab and line feed: no name needs them, and a shell obeys them when they are pasted.
 */
const withoutControls = (text: string) => text.replaceAll(/\r\n?/g, "\n").replaceAll(/(?![\t\n])\p{Cc}/gu, "")

const hasClipboard = ({ STY = "", TERM = "", TMUX = "" }: NodeJS.ProcessEnv) =>
  !["dumb", "linux"].includes(TERM) && (STY === "" || TMUX !== "")

/** Returns the sequence OSC 52 that copies a text to the clipboard of a terminal, or fails with the reason. */
export const sequence = (text: string, environment: NodeJS.ProcessEnv): Result.Result<string, string> => {
  if (!hasClipboard(environment)) return Result.fail("This terminal has no clipboard.")
  const bytes = Buffer.from(withoutControls(text))
  if (bytes.length === 0) return Result.fail("There is nothing to copy.")
  if (bytes.length > maxBytes)
    return Result.fail(
      `It is too long to copy: ${bytes.length.toLocaleString("en")} bytes, and terminals take ${maxBytes.toLocaleString("en")}.`
    )
  // BEL ends it: the other terminator would end the wrapper
  const plain = `\u001B]52;c;${bytes.toString("base64")}\u0007`
  // tmux obeys the plain one if `set-clipboard` is on, and passes the wrapped one on if `allow-passthrough` is on
  return Result.succeed((environment["TMUX"] ?? "") === "" ? plain : `\u001BPtmux;\u001B${plain}\u001B\\${plain}`)
}

/** Creates the clipboard of the terminal that a stream writes to, also over SSH. */
export const make = (stdout: { readonly write: (data: string) => unknown }, environment: NodeJS.ProcessEnv) => ({
  /** Sends a text to the terminal, or fails with the reason. Success does not mean that the terminal accepted it. */
  copy: (text: string): Result.Result<void, string> =>
    Result.map(sequence(text, environment), (data) => void stdout.write(data))
})

export type Clipboard = ReturnType<typeof make>
