import type * as Effect from "effect/Effect"

import type { Crashed } from "../../engine/Program.ts"
import type { Listener } from "../../input/Keyboard.ts"
import * as Modes from "../../input/modes.ts"
import type { Model } from "../../model/Model.ts"
import type { View } from "../../view/View.ts"
import * as Renderer from "../Renderer.ts"
import { take } from "../take.ts"
import type { Options as Taking } from "../take.ts"
import { looking } from "./list.ts"
import * as Transcript from "./Transcript.ts"

interface Options extends Pick<Taking, "listener" | "onFault" | "stdin" | "stdout"> {
  readonly look: () => View
}

/** After something was said, what comes next waits for so long, in milliseconds: of a key held down, the last is said. */
const pause = 150

/** Takes the terminal and writes on it line by line. */
const open = ({ look, ...terminal }: Options): Renderer.Renderer => {
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

interface ShowOptions {
  readonly model: Model
  readonly listener: Listener
  /** Tells of each change of the model, until the function that it gives is called. */
  readonly subscribe: (listener: () => void) => () => void
  readonly streams: { readonly stdin: NodeJS.ReadableStream; readonly stdout: NodeJS.WritableStream }
}

/** Says in lines what changes, for a screen reader. */
export const showLines = ({ listener, model, streams, subscribe }: ShowOptions): Effect.Effect<never, Crashed> => {
  const { stdin, stdout } = streams
  const look = looking(model)
  return Renderer.show({ open: (onFault) => open({ listener, look, onFault, stdin, stdout }), subscribe })
}
