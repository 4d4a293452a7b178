import * as Modes from "../../input/modes.ts"
import type { View } from "../../view/View.ts"
import type { Renderer } from "../Renderer.ts"
import { take } from "../take.ts"
import type { Options as Taking } from "../take.ts"
import * as Transcript from "./Transcript.ts"

export interface Options extends Pick<Taking, "listener" | "onFault" | "stdin" | "stdout"> {
  readonly look: () => View
}

/** After something was said, what comes next waits for so long, in milliseconds: of a key held down, the last is said. */
const pause = 150

/** Takes the terminal and writes on it line by line. */
export const open = ({ look, ...terminal }: Options): Renderer => {
  let transcript = Transcript.empty
  let resting: NodeJS.Timeout | undefined

  const textOf = (step: Transcript.Step): string => {
    transcript = step.transcript
    return step.written
  }
  const rested = () => {
    resting = undefined
    renderer.changed()
  }
  const renderer = take({
    ...terminal,
    modes: Modes.lines,
    next: () => {
      const view = look()
      const typed = textOf(Transcript.echo(transcript, view))
      if (resting !== undefined) return typed
      const said = textOf(Transcript.tell(transcript, view))
      if (said !== "") resting = setTimeout(rested, pause)
      return typed + said
    },
    forget: () => {
      transcript = { ...transcript, said: undefined }
    },
    last: () => {
      clearTimeout(resting)
      return textOf(Transcript.end(transcript))
    }
  })
  return renderer
}
