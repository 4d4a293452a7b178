import type { Script } from "@remote-assist/cli"
import * as Completions from "effect/cli/Completions"
import type { ArgumentDescriptor, CommandDescriptor, FlagDescriptor } from "effect/cli/Completions"

import { resources } from "../../../resources/registry.ts"
import { helpers } from "./helpers.ts"

/** What arguments and flags name, by what they are called. */
const kinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(resources.filter(({ isLocal }) => isLocal !== true).map(({ name, one }) => [one, name])),
  profile: "profiles"
}

// stands for what is asked for when it is completed; a choice of one, for which every shell has a place
const marked = (kind: string) => `@${kind}@`

const isText = ({ type }: ArgumentDescriptor | FlagDescriptor) => type._tag === "String"

const marking = <D extends ArgumentDescriptor | FlagDescriptor>(described: D) => {
  const kind = Object.hasOwn(kinds, described.name) ? kinds[described.name] : undefined
  return kind === undefined || !isText(described)
    ? described
    : { ...described, type: { _tag: "Choice" as const, values: [marked(kind)] } }
}

const markedIn = (command: CommandDescriptor): CommandDescriptor => ({
  ...command,
  arguments: command.arguments.map(marking),
  flags: command.flags.map((flag) => (flag.name === "profile" ? marking(flag) : flag)),
  subcommands: command.subcommands.map(markedIn)
})

/** The script that completes the command in a shell: what it knows is in it, and for names it asks the command. */
export const script: Script = (command, shell) => {
  const described = Completions.fromCommand(command)
  if (shell === "powershell") return Completions.generate(command.name, shell, described)
  const { asking, choice, corrected, functions } = helpers[shell]
  const text = Completions.generate(command.name, shell, markedIn(described))
  const asked = Object.values(kinds).reduce(
    (text, kind) => text.replaceAll(choice(marked(kind)), () => asking(kind)),
    text
  )
  return corrected(asked).replace(/(?<=^###-begin-.*\n)/m, () => functions)
}
