import { Writable } from "node:stream"

import * as Effect from "effect/Effect"
import { render } from "ink"

import type { Crashed } from "../../engine/Program.ts"
import { Keyboard, make as makeInput } from "../../input/Keyboard.tsx"
import type { Listener } from "../../input/Keyboard.tsx"
import type { Model } from "../../model/Model.ts"
import type { Observable } from "../../Observable.ts"
import * as Renderer from "../Renderer.ts"
import { makeLook } from "./list.ts"
import * as Transcript from "./speech.ts"

interface Options {
  readonly model: Model
  /** Changes whenever the model does. */
  readonly changes: Observable<number>
  readonly listener: Listener
  readonly streams: { readonly stdin: NodeJS.ReadableStream; readonly stdout: NodeJS.WritableStream }
}

/** Pause after an announcement, in milliseconds. While a key is held down, only the last state is announced. */
const pause = 150

/** Writes changes line by line, as fast as the terminal takes them. */
const open = ({ changes, model, streams: { stdout } }: Omit<Options, "listener">) => {
  const look = makeLook(model)
  let transcript = Transcript.empty
  let pausing: NodeJS.Timeout | undefined
  let isDue = false
  let isSlow = false
  let isOpen = false

  const apply = (step: Transcript.Step): string => {
    transcript = step.transcript
    return step.written
  }
  const onPauseEnd = () => {
    pausing = undefined
    changed()
  }
  const write = () => {
    isDue = false
    if (!isOpen || isSlow) return
    const view = look()
    const typed = apply(Transcript.echo(transcript, view))
    const news = pausing === undefined ? apply(Transcript.announce(transcript, view)) : ""
    if (news !== "") pausing = setTimeout(onPauseEnd, pause)
    if (typed + news !== "") isSlow = !stdout.write(typed + news)
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
    // mark pastes, so that pasted text does not run commands
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
      transcript = { ...transcript, announced: undefined }
      set()
    },
    close: () => {
      clearTimeout(pausing)
      unsubscribe()
      stdout.off("drain", onDrain)
      const text = apply(Transcript.end(transcript))
      if (text !== "") stdout.write(text)
    }
  }
}

/** An output for Ink, which draws nothing here. */
const noOutput = () => Object.assign(new Writable({ write: (_, __, done) => done() }), { columns: 80, rows: 24 })

/** Announces changes line by line, for a screen reader. */
export const showLines = ({ listener, ...options }: Options): Effect.Effect<never, Crashed> => {
  const { stdin } = options.streams
  const input = makeInput(stdin)
  return Effect.acquireUseRelease(
    Effect.sync(() => open(options)),
    ({ modes, redraw }) =>
      Renderer.show(() =>
        render(<Keyboard {...listener} input={input} isOwn={stdin === process.stdin} modes={modes} redraw={redraw} />, {
          stdin: input,
          stdout: noOutput(),
          exitOnCtrlC: false,
          interactive: true,
          isScreenReaderEnabled: false,
          patchConsole: false
        })
      ),
    ({ close }) => Effect.sync(close)
  )
}
