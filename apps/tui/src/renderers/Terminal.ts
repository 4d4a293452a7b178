import { endWithInput } from "@remote-assist/cli/Signals"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

import * as Theme from "../theme.ts"
import type { OpenScreen } from "./Loading.tsx"

/** Standard input or output is not a terminal. */
export class NotATerminal extends Data.TaggedError("NotATerminal") {
  override get message() {
    return "Standard input or output is not a terminal. In a script or a pipe, give a command, such as remote-assist users list"
  }
}

/** The terminal accepts only text. */
export class CannotDraw extends Data.TaggedError("CannotDraw") {
  override get message() {
    return "This terminal cannot show a screen (TERM=dumb). Add --screen-reader for plain lines, or set TERM to its type, such as xterm-256color"
  }
}

/** The screen that was opened before the program was loaded. */
export const EarlyScreen = Context.Reference<OpenScreen | undefined>("@remote-assist/tui/EarlyScreen", {
  defaultValue: () => undefined
})

export interface Streams {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly colour: boolean
  /** Whether it is the Linux console, whose fonts have few glyphs. */
  readonly isConsole?: boolean
  readonly screen?: OpenScreen | undefined
}

/** Returns the terminal of this process, or fails if it cannot show a screen. */
export const ofProcess = (inLines: boolean): Effect.Effect<Streams, NotATerminal | CannotDraw> =>
  Effect.gen(function* () {
    const { env, stdin, stdout } = process
    if (!stdin.isTTY || !stdout.isTTY) return yield* new NotATerminal()
    if (!inLines && env["TERM"] === "dumb") return yield* new CannotDraw()
    endWithInput(stdin)
    const screen = yield* EarlyScreen
    return { stdin, stdout, colour: Theme.wantsColour(env), isConsole: env["TERM"] === "linux", screen }
  })
