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
import { code, escape, pagesOf, table } from "./markdown.ts"
import type { Section } from "./markdown.ts"

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

interface Node {
  readonly help: HelpDoc
  readonly children: ReadonlyArray<Node>
}

const walk = async (read: Help, path: ReadonlyArray<string> = []): Promise<Node> => {
  const help = await read(path)
  const names = (help.subcommands ?? []).flatMap(({ commands }) => commands.map(({ name }) => name))
  return { help, children: await Promise.all(names.map((name) => walk(read, [...path, name]))) }
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

const titleOf = ({ commandPath = [] }: HelpDoc) => commandPath.join(" ")

const section = (help: HelpDoc, known: Map<string, string>): ReadonlyArray<string> => {
  const title = titleOf(help)
  const { args = [], description, examples = [], flags, usage } = help
  return [
    `## ${title}`,
    escape(description),
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

const isGroup = ({ children }: Node) => children.length > 0

/** The pages of a command: one for itself and its commands, and those of each command that has commands. */
const pagesBelow = (node: Node, source: string, introduction: Section, path: string, known: Map<string, string>) => {
  const commands = node.children.filter((child) => !isGroup(child))
  const groups = node.children.filter(isGroup)
  const pathOf = ({ help }: Node) => path.replace(/\.md$/, `-${help.commandPath?.at(-1) ?? ""}.md`)
  const own = pagesOf(path, {
    title: titleOf(node.help),
    source,
    introduction: [
      ...introduction,
      ...(groups.length === 0
        ? []
        : [
            table(
              ["pages", ""],
              groups.map((group) => [
                `[${titleOf(group.help)}](${pathOf(group).split("/").at(-1) ?? ""})`,
                group.help.description
              ])
            )
          ])
    ],
    sections: [node, ...commands].map(({ help }) => section(help, known))
  })
  const below: ReadonlyArray<readonly [string, string]> = groups.flatMap((group) =>
    pagesBelow(group, source, [], pathOf(group), known)
  )
  return [...own, ...below]
}

const render = async (read: Help, source: string, path: string) => {
  const root = await walk(read)
  const globals = (root.help.globalFlags ?? []).map(flagRow)
  return pagesBelow(root, source, ["Every command also takes:", table(["flag", ""], globals)], path, new Map())
}

/** The pages with all commands and flags, by their paths in a folder. */
export const pages = async (folder: string) => [
  ...(await render(helpReader(tui), "apps/tui/src/command.ts", `${folder}remote-assist.md`)),
  ...(await render(helpReader(mock), "apps/http-mock/src/cli/command.ts", `${folder}remote-assist-mock.md`)),
  ...(await render(helpReader(e2e), "apps/e2e/src/cli/command.ts", `${folder}remote-assist-e2e.md`))
]
