import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

import * as Theme from "../theme.ts"

/** No terminal to show anything on. */
export class NotATerminal extends Data.TaggedError("NotATerminal") {
  override get message() {
    return "This is no terminal: the program draws on one and reads keys from it; from a script or a pipe, give it a command, as in remote-assist users list"
  }
}

/** A terminal that takes text alone. */
export class CannotDraw extends Data.TaggedError("CannotDraw") {
  override get message() {
    return "This terminal says that it cannot be drawn on (TERM=dumb): add --screen-reader to have plain lines, or set TERM to what it is, such as xterm-256color"
  }
}

export interface Streams {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly colour: boolean
  /** Whether it is the console of Linux, which has few glyphs. */
  readonly isConsole?: boolean
}

/** The terminal this process runs on, where it can be drawn on or lines will do. */
export const ofProcess = (inLines: boolean): Effect.Effect<Streams, NotATerminal | CannotDraw> =>
  Effect.gen(function* () {
    const { env, stdin, stdout } = process
    if (!stdin.isTTY || !stdout.isTTY) return yield* new NotATerminal()
    if (!inLines && env["TERM"] === "dumb") return yield* new CannotDraw()
    return { stdin, stdout, colour: Theme.wantsColour(env), isConsole: env["TERM"] === "linux" }
  })
