import type { View } from "../../view/View.ts"
import { editingOf } from "./form.ts"
import type { Editing } from "./form.ts"
import { describeChanges, isUnderWay } from "./speech.ts"

/** The state of the output. */
export interface Transcript {
  /** The last announced view. */
  readonly announced: View | undefined
  /** The last state of the edited text. */
  readonly edited: Editing | undefined
  /** The text of the last line, if it has no line end yet. */
  readonly open: string
}

export const empty: Transcript = { announced: undefined, edited: undefined, open: "" }

/** The text to write, and the transcript after it. */
export interface Step {
  readonly written: string
  readonly transcript: Transcript
}

/** Ends the open line. */
export const end = (transcript: Transcript): Step => ({
  written: transcript.open === "" ? "" : "\n",
  transcript: { ...transcript, open: "" }
})

/** Writes complete lines. */
const say = (transcript: Transcript, lines: ReadonlyArray<string>): Step => {
  const ended = end(transcript)
  return { ...ended, written: ended.written + lines.map((line) => `${line}\n`).join("") }
}

/**
 * Echoes typed text: appends it to the open line, or writes the text again on a new line if it changed elsewhere. After a
 * cursor movement, writes the character at the cursor.
 */
export const echo = (transcript: Transcript, view: View): Step => {
  const edited = editingOf(view)
  const { edited: before, open } = transcript
  const next = { ...transcript, edited }
  if (edited === undefined || before === undefined || edited.key !== before.key) return end(next)
  const { character, cursor, text } = edited
  if (text === before.text) return cursor === before.cursor ? { written: "", transcript } : say(next, [character])
  if (text === "") return say(next, ["empty"])
  const written = text.startsWith(open) ? text.slice(open.length) : `\n${text}`
  return { written, transcript: { ...next, open: text } }
}

/** Returns the view to compare the next one with. During a request, the state stays as before. */
const comparable = (before: View | undefined, view: View): View =>
  before !== undefined && isUnderWay(view.header) && view.header.who !== undefined
    ? { ...view, header: { ...view.header, state: before.header.state } }
    : view

/** Announces the changes since the last announcement, one per line. */
export const announce = (transcript: Transcript, view: View): Step => {
  const announced = comparable(transcript.announced, view)
  const lines = describeChanges(transcript.announced, announced)
  if (lines.length === 0) return { written: "", transcript: { ...transcript, announced } }
  return say({ ...transcript, announced }, lines)
}
