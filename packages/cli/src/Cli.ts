import type * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Exit } from "./Process.ts"
import type { Ending } from "./Process.ts"
import * as Process from "./Process.ts"
import * as Services from "./Services.ts"

export { Exit }

const isLetter = (error: CliError.CliError) => error._tag === "UnrecognizedOption" && /^-[^-]$/.test(error.option)

/** Formats an error in plain words, without a place holder for a secret value. */
const formatError = ({ message }: CliError.CliError) =>
  message
    .replace(/Expected:? (?:integer|a string representing a finite number)/, "Expected: a number")
    .replace(/^Invalid value for (flag \S+): "(\d+) occurrences".*/, "The $1 is given $2 times. Give it once")
    // a value of a repeated flag is an object
    .replace(/: "(?:<redacted>|\[object Object\].*?)"/, "")

/**
 * Hides the letters of --help and --version in a value that starts with -, such as "-1 hour": the parser reads each letter as a flag.
 */
const hideGlobalFlags = (args: ReadonlyArray<string>) => {
  const end = [...args, "--"].indexOf("--")
  return args.map((arg, index) =>
    index < end && !/^-[hv]+$/.test(arg)
      ? arg.replace(/^-[^-=][^=]+/, (letters) => letters.replaceAll(/[hv]/g, "?"))
      : arg
  )
}

/** Formats errors. A value that starts with - was parsed as one flag for each of its letters. */
const formatErrors = (errors: ReadonlyArray<CliError.CliError>) => {
  const lacking = errors.find((error) => error._tag === "InvalidValue" && error.kind === "flag" && error.value === "")
  if (lacking?._tag !== "InvalidValue" || !errors.some(isLetter)) return errors.map(formatError)
  return [
    ...errors.filter((error) => !isLetter(error)).map(formatError),
    `Write a value that starts with - as in --${lacking.option}=<value>.`
  ]
}

/** Formats a usage error, in the format that the arguments select. */
export type FormatUsageError = (message: string, args: ReadonlyArray<string>) => string

/**
 * Prints a usage error as one sentence, without the help page that would scroll it off the screen. Names the program as the user
 * started it.
 */
const presenter = (args: ReadonlyArray<string>, format: FormatUsageError, startedAs: string): CliOutput.Presenter => ({
  present: Effect.fnUntraced(function* (event) {
    if (event._tag === "Version") return yield* CliOutput.defaultPresenter.present(event)
    const [name = "", ...subcommands] = event.commandPath
    if (event._tag === "Help") {
      const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
      const help = CliOutput.defaultFormatter({ colors: canColor }).formatHelpDoc(event.helpDoc)
      return yield* Console.log(help.replaceAll(name, startedAs))
    }
    const sentences = [
      ...formatErrors(event.errors).map((message) => Process.sentences(message).replaceAll('" | "', '" or "')),
      `See ${[startedAs, ...subcommands].join(" ")} --help.`
    ]
    return yield* Console.error(format(sentences.join(" "), args))
  })
})

/** An example: the line after the name of the program, its purpose, and what precedes the name. */
export type Example = readonly [line: string, description: string, before?: string]

/** Returns the function that describes the commands of a program, with examples. */
export const describing =
  (program: string) =>
  (description: string, ...examples: ReadonlyArray<Example>) =>
  <Name extends string, Input, Context, E, R>(command: Command.Command<Name, Input, Context, E, R>) =>
    command.pipe(
      Command.withDescription(description),
      Command.withExamples(
        examples.map(([line, description, before = ""]) => ({
          command: `${before}${program} ${line}`.trim(),
          description
        }))
      )
    )

export interface Options {
  /** Format of usage errors (default: a sentence). */
  readonly formatUsageError?: FormatUsageError | undefined
  /** Exit code of usage errors: an unknown or missing flag, argument or subcommand (default 1). */
  readonly usageCode?: number | undefined
  /** The command that starts the program (default its name). */
  readonly startedAs?: string | undefined
}

/** Maps a usage error, which is printed already, to an exit code; requested help is not an error. */
const withExitCode = (code: number) => (error: CliError.CliError) =>
  error._tag === "ShowHelp" && error.errors.length === 0 ? error : new Exit({ code })

/** Whether the arguments of the program itself ask for the wizard, without a terminal. */
const needsTerminal = (args: ReadonlyArray<string>) =>
  !process.stdin.isTTY && args.slice(0, [...args, "--"].indexOf("--")).includes("--wizard")

/**
 * Makes the program of a command: usage errors and typed failures end it with one sentence on standard error, without a stack
 * trace, with `usageCode` or 1. An {@link Exit} ends it with its own code. `args` are those of this process by default.
 */
export const program = <Name extends string, Input, Context, E, R>(
  command: Command.Command<Name, Input, Context, E, R>,
  version: string,
  args: ReadonlyArray<string> = process.argv.slice(2),
  { formatUsageError = (message) => message, startedAs = command.name, usageCode = 1 }: Options = {}
) =>
  Effect.andThen(
    needsTerminal(args)
      ? Process.report("--wizard needs a terminal. Write the flags instead; --help lists them.")
      : Effect.void,
    Command.runWith(command, { version })(hideGlobalFlags(args)).pipe(
      Effect.catch((error) =>
        CliError.isCliError(error) ? Effect.fail(withExitCode(usageCode)(error)) : Process.report(error)
      ),
      Effect.provide(
        Layer.mergeAll(Services.layer, CliOutput.layerPresenter(presenter(args, formatUsageError, startedAs)))
      )
    )
  )

/** Runs a command as this process; `teardown` and `lostOutputCode` override its exit codes. */
export const run = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>,
  version: string,
  options: Options & Ending = {}
): void => Process.run(program(command, version, undefined, options), options)
