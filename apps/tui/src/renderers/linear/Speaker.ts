import * as Hold from "../../input/Hold.ts"
import type { Listener } from "../../input/Keyboard.ts"
import * as Modes from "../../input/modes.ts"
import type { View } from "../../view/View.ts"
import { written } from "../Renderer.ts"
import type { Renderer } from "../Renderer.ts"
import * as Transcript from "./Transcript.ts"

export interface Options {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly look: () => View
  readonly listener: Listener
  /** Hears of a fault in `look` or in what is said of it. */
  readonly onFault: (cause: unknown) => void
}

/** After something was said, what comes next waits for so long, in milliseconds: of a key held down, the last is said. */
const pause = 150

/** Takes the terminal and writes on it line by line. */
export const open = ({ listener, look, onFault, stdin, stdout }: Options): Renderer => {
  let transcript = Transcript.empty
  let isDue = false
  let isSlow = false
  let isOpen = true
  let resting: NodeJS.Timeout | undefined

  const write = (step: Transcript.Step) => {
    transcript = step.transcript
    if (step.written !== "") isSlow = !stdout.write(step.written)
    return step.written !== ""
  }
  const rested = () => {
    resting = undefined
    changed()
  }
  const speak = () => {
    isDue = false
    if (!isOpen || isSlow || hold.isSuspended()) return
    try {
      const view = look()
      write(Transcript.echo(transcript, view))
      if (resting === undefined && write(Transcript.tell(transcript, view))) resting = setTimeout(rested, pause)
    } catch (cause) {
      onFault(cause)
    }
  }
  const changed = () => {
    if (isDue) return
    isDue = true
    setImmediate(speak)
  }
  const onDrain = () => {
    isSlow = false
    changed()
  }
  const hold = Hold.make({
    stdin,
    stdout,
    modes: Modes.lines,
    redraw: () => {
      transcript = { ...transcript, said: undefined }
      changed()
    }
  })
  const deaf = hold.keyboard.listen(listener)
  stdout.on("drain", onDrain)
  const giveBack = hold.take()
  speak()
  return {
    changed,
    close: () => {
      isOpen = false
      clearTimeout(resting)
      deaf()
      stdout.off("drain", onDrain)
      write(Transcript.end(transcript))
      giveBack()
      return written(stdout)
    }
  }
}
