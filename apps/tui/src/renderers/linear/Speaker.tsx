import { Writable } from "node:stream"

import * as Effect from "effect/Effect"

import type { Observable } from "../../engine/Observable.ts"
import type { Crashed } from "../../engine/Program.ts"
import * as TerminalInput from "../../input/TerminalInput.ts"
import type { Model } from "../../model/Model.ts"
import { Keyboard } from "../Keyboard.tsx"
import type { Listener } from "../Keyboard.tsx"
import * as Renderer from "../Renderer.ts"
import { looking } from "./list.ts"
import * as Transcript from "./Transcript.ts"

interface Options {
  readonly model: Model
  /** Changes whenever the model does. */
  readonly changes: Observable<number>
  readonly listener: Listener
  readonly streams: { readonly stdin: NodeJS.ReadableStream; readonly stdout: NodeJS.WritableStream }
}

/** After something was said, what comes next waits for so long, in milliseconds: of a key held down, the last is said. */
const pause = 150

/** Writes what has changed line by line, as fast as the terminal takes it. */
const open = ({ changes, model, streams: { stdout } }: Omit<Options, "listener">) => {
  const look = looking(model)
  let transcript = Transcript.empty
  let resting: NodeJS.Timeout | undefined
  let isDue = false
  let isSlow = false
  let isOpen = false

  const textOf = (step: Transcript.Step): string => {
    transcript = step.transcript
    return step.written
  }
  const rested = () => {
    resting = undefined
    changed()
  }
  const write = () => {
    isDue = false
    if (!isOpen || isSlow) return
    const view = look()
    const typed = textOf(Transcript.echo(transcript, view))
    const said = resting === undefined ? textOf(Transcript.tell(transcript, view)) : ""
    if (said !== "") resting = setTimeout(rested, pause)
    if (typed + said !== "") isSlow = !stdout.write(typed + said)
  }
  const changed = () => {
    if (!isDue) setImmediate(write)
    isDue = true
  }
  const onDrain = () => {
    isSlow = false
    changed()
  }
  stdout.on("drain", onDrain)
  const unsubscribe = changes.subscribe(changed)
  const set = () => {
    isOpen = true
    // pastes are marked: what is pasted must not run commands
    stdout.write("\u001B[?2004h")
    write()
  }
  const reset = () => {
    isOpen = false
    stdout.write("\u001B[?2004l")
  }
  return {
    modes: { set, reset },
    redraw: () => {
      transcript = { ...transcript, said: undefined }
      set()
    },
    close: () => {
      clearTimeout(resting)
      unsubscribe()
      stdout.off("drain", onDrain)
      const text = textOf(Transcript.end(transcript))
      if (text !== "") stdout.write(text)
    }
  }
}

/** Takes what Ink draws, which is nothing: a screen reader is told lines. */
const nowhere = () => Object.assign(new Writable({ write: (_, __, done) => done() }), { columns: 80, rows: 24 })

/** Says in lines what changes, for a screen reader. */
export const showLines = ({ listener, ...options }: Options): Effect.Effect<never, Crashed> => {
  const { stdin } = options.streams
  const input = TerminalInput.make(stdin)
  return Effect.acquireUseRelease(
    Effect.sync(() => open(options)),
    ({ modes, redraw }) =>
      Renderer.show(
        () => <Keyboard {...listener} input={input} isOwn={stdin === process.stdin} modes={modes} redraw={redraw} />,
        {
          stdin: input,
          stdout: nowhere(),
          interactive: true
        }
      ),
    ({ close }) => Effect.sync(close)
  )
}
