import type { Command, Ref } from "./Command.ts"
import type { Done } from "./Pair.ts"

const inputText = (input: unknown) =>
  JSON.stringify(input, (_, value: unknown) => (isRef(value) ? `<${value.before}${value.kind}>` : value))

const isRef = (value: unknown): value is Ref =>
  typeof value === "object" && value !== null && "_tag" in value && value._tag === "Ref"

/** A command in a line. */
export const commandText = (command: Command): string => {
  switch (command._tag) {
    case "Call":
      return `${command.operation} ${inputText(command.input)}`
    case "Advance":
      return `${command.duration} pass`
    case "Mails":
      return "the e-mails that were sent"
    case "Together":
      return `at once: ${command.calls.map(commandText).join("; ")}`
  }
}

/** Where the target differs from the model, and how to get there. */
export const reportOf = (done: ReadonlyArray<Done>): string =>
  [
    ...done.map(({ command }, index) => `${String(index + 1).padStart(3)}. ${commandText(command)}`),
    ...done.flatMap(({ differences }) =>
      differences
        .slice(0, 5)
        .flatMap(({ model, path, target }) => [
          `     ${path === undefined ? "what came of it" : path.join(".")}`,
          `       model:  ${model}`,
          `       target: ${target}`
        ])
    )
  ].join("\n")
