import type * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { Ending } from "./Main.ts"
import { Exit } from "./Process.ts"
import * as Process from "./Process.ts"
import * as Services from "./Services.ts"

export { Exit }

const isLetter = (error: CliError.CliError) => error._tag === "UnrecognizedOption" && /^-[^-]$/.test(error.option)

/** What to say of errors: a value that begins with - was read as one flag for each of its letters. */
const told = (errors: ReadonlyArray<CliError.CliError>) => {
  const lacking = errors.find((error) => error._tag === "InvalidValue" && error.kind === "flag" && error.value === "")
  if (lacking?._tag !== "InvalidValue" || !errors.some(isLetter)) return errors.map(({ message }) => message)
  return [
    ...errors.filter((error) => !isLetter(error)).map(({ message }) => message),
    `A value that begins with - is given as in --${lacking.option}=-1.`
  ]
}

/** Says what is wrong with an invocation, as the arguments want it said. */
export type Say = (message: string, args: ReadonlyArray<string>) => string

/** Presents a wrong invocation as one sentence, without the help page that would push it off the screen. */
const presenter = (args: ReadonlyArray<string>, say: Say): CliOutput.Presenter => ({
  present: (event) => {
    if (event._tag !== "InvalidInvocation") return CliOutput.defaultPresenter.present(event)
    const sentences = [...told(event.errors).map(Process.sentences), `See ${event.commandPath.join(" ")} --help.`]
    return Console.error(say(sentences.join(" "), args))
  }
})

export interface Options {
  /** How it is told what is wrong with an invocation, if it is not as a sentence. */
  readonly say?: Say | undefined
  /** What a wrong invocation ends with: a flag, an argument or a sub-command that there is not, or lacks; 1 unless set. */
  readonly usageCode?: number | undefined
}

/** Ends a wrong invocation, which is told already, with a code; help that was asked for is none. */
const endedWith = (code: number) => (error: CliError.CliError) =>
  error._tag === "ShowHelp" && error.errors.length === 0 ? error : new Exit({ code })

/**
 * Makes the program of a command: a wrong flag and every typed failure end it with one sentence on standard error,
 * without a stack trace, the first with `usageCode` and the others with 1. An {@link Exit} ends it with its own code. The
 * arguments are those of this process unless given.
 */
export const program = <Name extends string, Input, Context, E, R>(
  command: Command.Command<Name, Input, Context, E, R>,
  version: string,
  args?: ReadonlyArray<string>,
  { say = (message) => message, usageCode = 1 }: Options = {}
) =>
  (args === undefined ? Command.run(command, { version }) : Command.runWith(command, { version })(args)).pipe(
    Effect.catch((error) =>
      CliError.isCliError(error) ? Effect.fail(endedWith(usageCode)(error)) : Process.report(error)
    ),
    Effect.provide(
      Layer.mergeAll(Services.layer, CliOutput.layerPresenter(presenter(args ?? process.argv.slice(2), say)))
    )
  )

/** Runs a command as this process; `teardown` and `lostOutputCode` say otherwise than usual which code it ends with. */
export const run = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>,
  version: string,
  { lostOutputCode, teardown, ...options }: Options & Partial<Ending> = {}
): void => {
  Process.run(program(command, version, undefined, options), {
    lostOutputCode,
    ...(teardown === undefined ? {} : { teardown })
  })
}
