import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

import * as Theme from "../theme.ts"

/** Standard input or output is not a terminal. */
export class NotATerminal extends Data.TaggedError("NotATerminal") {
  override get message() {
    return "This is no terminal: the program draws on one and reads keys from it; from a script or a pipe, give it a command, as in remote-assist users list"
  }
}

/** The terminal accepts only text. */
export class CannotDraw extends Data.TaggedError("CannotDraw") {
  override get message() {
    return "This terminal says that it cannot be drawn on (TERM=dumb): add --screen-reader to have plain lines, or set TERM to what it is, such as xterm-256color"
  }
}

export interface Streams {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly colour: boolean
  /** Whether it is the Linux console, whose fonts have few glyphs. */
  readonly isConsole?: boolean
}

/** Returns the terminal of this process, or fails if it cannot show a screen. */
export const ofProcess = (inLines: boolean): Effect.Effect<Streams, NotATerminal | CannotDraw> =>
  Effect.gen(function* () {
    const { env, stdin, stdout } = process
    if (!stdin.isTTY || !stdout.isTTY) return yield* new NotATerminal()
    if (!inLines && env["TERM"] === "dumb") return yield* new CannotDraw()
    return { stdin, stdout, colour: Theme.wantsColour(env), isConsole: env["TERM"] === "linux" }
  })
