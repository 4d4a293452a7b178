import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

import type { Listener } from "../../input/Keyboard.ts"
import * as Theme from "../../theme.ts"
import * as Renderer from "../Renderer.ts"
import type { Frame } from "./Frame.ts"
import * as Screen from "./Screen.ts"
import type { Size } from "./Size.ts"

/** No terminal to show anything on. */
export class NotATerminal extends Data.TaggedError("NotATerminal") {
  override get message() {
    return "This is no terminal: the program draws on one and reads keys from it; from a script or a pipe, give it a command, as in remote-assist users list"
  }
}

export interface Streams {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly colour: boolean
}

/** The terminal this process runs on. */
export const ofProcess: Effect.Effect<Streams, NotATerminal> = Effect.suspend(() => {
  const { env, stdin, stdout } = process
  return stdin.isTTY && stdout.isTTY
    ? Effect.succeed({ stdin, stdout, colour: Theme.wantsColour(env) })
    : Effect.fail(new NotATerminal())
})

interface Shown {
  readonly draw: (size: Size) => Frame
  readonly listener: Listener
  /** Tells of each change of what is drawn, until the function that it gives is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Draws on the alternate screen. */
export const show = (
  { draw, listener, subscribe }: Shown,
  { stdin, stdout }: Pick<Streams, "stdin" | "stdout">
): Effect.Effect<never, Renderer.Crashed> =>
  Renderer.show({ open: (onFault) => Screen.open({ draw, listener, onFault, stdin, stdout }), subscribe })
