import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import type * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

import * as Services from "./Services.ts"

/** A failure whose message stands on the screen already; the process ends with `code`. */
export class Exit extends Schema.TaggedError<Exit>()("Exit", { code: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = false
}

const sentence = (paragraph: string) => {
  const joined = paragraph.trim().replaceAll(/\s*\n\s*/g, " ")
  return /[.?!]$/.test(joined) ? joined : `${joined}.`
}

const sentences = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map(sentence)
    .join(" ")

/** Presents a wrong invocation as one sentence, without the help page that would push it off the screen. */
const presenter: CliOutput.Presenter = {
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Console.error(
          [...event.errors.map((error) => sentences(error.message)), `See ${event.commandPath.join(" ")} --help.`].join(
            " "
          )
        )
      : CliOutput.defaultPresenter.present(event)
}

const report = (error: unknown) =>
  Effect.andThen(
    Console.error(sentences(error instanceof Error ? error.message : String(error))),
    Effect.fail(new Exit({ code: 1 }))
  )

const isReported = (error: unknown) => CliError.isCliError(error) || error instanceof Exit

/**
 * Makes the program of a command: a wrong flag and every typed failure end it with one sentence on standard error and
 * exit code 1, without a stack trace. An {@link Exit} ends it with its own code. The arguments are those of this
 * process unless given.
 */
export const program = <Name extends string, Input, Context, E, R>(
  command: Command.Command<Name, Input, Context, E, R>,
  version: string,
  args?: ReadonlyArray<string>
) =>
  (args === undefined ? Command.run(command, { version }) : Command.runWith(command, { version })(args)).pipe(
    Effect.catchIf((error) => !isReported(error), report),
    Effect.provide(Layer.merge(Services.layer, CliOutput.layerPresenter(presenter)))
  )

/** Runs a command as this process; `teardown` says otherwise than usual which code it ends with. */
export const run = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>,
  version: string,
  options: { readonly teardown?: Runtime.Teardown } = {}
): void => {
  NodeRuntime.runMain(program(command, version), options)
}
