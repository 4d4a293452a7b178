import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"

import { command as e2e } from "../../apps/e2e/src/cli/command.ts"
import { command as mock } from "../../apps/http-mock/src/cli/command.ts"
import { command as tui } from "../../apps/tui/src/command.ts"
import * as Services from "../../packages/cli/src/Services.ts"
import { code, page, table } from "./markdown.ts"

type Help = (path: ReadonlyArray<string>) => Promise<HelpDoc>

/** Reads help pages of a command as `--help` would print them. */
const helpReader =
  <Name extends string, Input, Context, E>(
    root: Command.Command<Name, Input, Context, E, Layer.Success<typeof Services.layer>>
  ): Help =>
  async (path) => {
    let help: HelpDoc | undefined
    const presenter: CliOutput.Presenter = {
      present: (event) =>
        Effect.sync(() => {
          if (event._tag === "Help") help = event.helpDoc
        })
    }
    await Command.runWith(root, { version: "" })([...path, "--help"]).pipe(
      Effect.ignore,
      Effect.provide([CliOutput.layerPresenter(presenter), Services.layer]),
      Effect.runPromise
    )
    if (help === undefined) throw new Error(`${[root.name, ...path].join(" ")} has no help.`)
    return help
  }

const walk = async (read: Help, path: ReadonlyArray<string> = []): Promise<ReadonlyArray<HelpDoc>> => {
  const help = await read(path)
  const names = (help.subcommands ?? []).flatMap(({ commands }) => commands.map(({ name }) => name))
  const below = await Promise.all(names.map((name) => walk(read, [...path, name])))
  return [help, ...below.flat()]
}

const textOf = Option.getOrElse(() => "")

const flagNames = ({ aliases, name, type }: FlagDoc) =>
  [...aliases, `--${name}`].join(", ").concat(type === "boolean" || type === "choice" ? "" : ` ${type}`)

const flagRow = (flag: FlagDoc) => [code(flagNames(flag)), textOf(flag.description)]

/** Flags that an earlier command describes in the same words are named only. */
const flagBlocks = (flags: ReadonlyArray<FlagDoc>, known: Map<string, string>, title: string) => {
  const isNew = (flag: FlagDoc) => !known.has(flagRow(flag).join())
  const [fresh, shared] = [flags.filter(isNew), flags.filter((flag) => !isNew(flag))]
  const sources = Map.groupBy(shared, (flag) => known.get(flagRow(flag).join()) ?? "")
  for (const flag of fresh) known.set(flagRow(flag).join(), title)
  return [
    ...(fresh.length === 0 ? [] : [table(["flag", ""], fresh.map(flagRow))]),
    ...Array.from(
      sources,
      ([source, flags]) => `As in \`${source}\`: ${flags.map(({ name }) => code(`--${name}`)).join(", ")}`
    )
  ]
}

const section = (help: HelpDoc, known: Map<string, string>): ReadonlyArray<string> => {
  const title = (help.commandPath ?? []).join(" ")
  const { args = [], description, examples = [], flags, usage } = help
  return [
    `## ${title}`,
    description,
    `\`\`\`sh\n${[usage, ...examples.map(({ command, description = "" }) => `${command}  # ${description}`)].join("\n")}\n\`\`\``,
    ...(args.length === 0
      ? []
      : [
          table(
            ["argument", ""],
            args.map((arg) => [code(arg.name), textOf(arg.description)])
          )
        ]),
    ...flagBlocks(flags, known, title)
  ]
}

const render = async (read: Help, source: string) => {
  const [root, ...commands] = await walk(read)
  if (root === undefined) throw new Error(`${source} has no command.`)
  const known = new Map<string, string>()
  const globals = (root.globalFlags ?? []).map(flagRow)
  const title = (root.commandPath ?? []).join(" ")
  return page(title, source, [
    "Every command also takes:",
    table(["flag", ""], globals),
    ...[root, ...commands].flatMap((help) => section(help, known))
  ])
}

/** The pages with all commands and flags, by their paths in a folder. */
export const pages = async (folder: string) =>
  [
    [`${folder}remote-assist.md`, await render(helpReader(tui), "apps/tui/src/command.ts")],
    [`${folder}remote-assist-mock.md`, await render(helpReader(mock), "apps/http-mock/src/cli/command.ts")],
    [`${folder}remote-assist-e2e.md`, await render(helpReader(e2e), "apps/e2e/src/cli/command.ts")]
  ] as const
