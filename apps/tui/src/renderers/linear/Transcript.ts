import type { View } from "../../view/View.ts"
import { editingOf } from "./form.ts"
import type { Editing } from "./form.ts"
import { isUnderWay, spoken } from "./spoken.ts"

/** What was said and written so far. */
export interface Transcript {
  /** The view that was told of last. */
  readonly said: View | undefined
  /** The text under edit as it was seen last. */
  readonly edited: Editing | undefined
  /** What stands on the last line, which is not ended. */
  readonly open: string
}

export const empty: Transcript = { said: undefined, edited: undefined, open: "" }

/** What to write, and the transcript with it. */
export interface Step {
  readonly written: string
  readonly transcript: Transcript
}

/** Ends the line that is open. */
export const end = (transcript: Transcript): Step => ({
  written: transcript.open === "" ? "" : "\n",
  transcript: { ...transcript, open: "" }
})

/** Writes lines, each by itself. */
const say = (transcript: Transcript, lines: ReadonlyArray<string>): Step => {
  const ended = end(transcript)
  return { ...ended, written: ended.written + lines.map((line) => `${line}\n`).join("") }
}

/**
 * Writes what is typed as it is typed: behind what stands there, or where it has changed otherwise, anew on a line of its
 * own. Of a text that one comes to, it is said what is in it; of one that one moves in, the character.
 */
export const echo = (transcript: Transcript, view: View): Step => {
  const edited = editingOf(view)
  const { edited: was, open } = transcript
  const next = { ...transcript, edited }
  if (edited === undefined || was === undefined || edited.key !== was.key) return end(next)
  const { character, cursor, text } = edited
  if (text === was.text) return cursor === was.cursor ? { written: "", transcript } : say(next, [character])
  if (text === "") return say(next, ["empty"])
  const written = text.startsWith(open) ? text.slice(open.length) : `\n${text}`
  return { written, transcript: { ...next, open: text } }
}

/** A view to compare the next one with: while an answer is due, the state counts as it was before. */
const kept = (before: View | undefined, view: View): View =>
  before !== undefined && isUnderWay(view.header) && view.header.who !== undefined
    ? { ...view, header: { ...view.header, state: before.header.state } }
    : view

/** Says what has changed since it was told last, a line each. */
export const tell = (transcript: Transcript, view: View): Step => {
  const said = kept(transcript.said, view)
  const lines = spoken(transcript.said, said)
  if (lines.length === 0) return { written: "", transcript: { ...transcript, said } }
  return say({ ...transcript, said }, lines)
}
