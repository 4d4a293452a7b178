import * as Process from "@remote-assist/cli/Process"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import manifest from "../../package.json" with { type: "json" }
import type { StartArgs } from "./Flags.ts"
import { startTable, startToggles } from "./flagTable.ts"
import type { FlagHelp, FlagSpec } from "./flagTable.ts"
import { start } from "./start.ts"

const specs: ReadonlyArray<FlagHelp> = Object.values(startTable)

const variables = specs.flatMap(({ variable }) => variable ?? [])

const names = new Set(specs.filter(({ variable }) => variable === undefined).map(({ name }) => name))

/** Returns the text of each flag, or `undefined` if the arguments are not just flags with values, each once. */
const textsOf = (args: ReadonlyArray<string>): ReadonlyMap<string, string> | undefined => {
  const texts = new Map<string, string>()
  const rest = args[0] === "start" ? args.slice(1) : [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = "", assigned] = /^--([\w-]+)(?:=(.*))?$/s.exec(arg) ?? []
    const text = assigned ?? rest.shift() ?? ""
    if (!names.has(name) || texts.has(name) || text === "" || text.startsWith("-")) return undefined
    texts.set(name, text)
  }
  return texts
}

interface ValueOf extends Struct.Lambda {
  <A>(spec: FlagSpec<A>): A
  readonly "~lambda.out": this["~lambda.in"] extends FlagSpec<infer A> ? A : never
}

/**
 * Parses the arguments of `start` if they are valid flags with values only. All else is parsed by `effect/cli`, whose code
 * takes longer to load than the rest of a start.
 */
export const commonStart = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>>
): Option.Option<StartArgs> => {
  const isConfigured = Object.keys(environment).some((name) => variables.some((variable) => name.startsWith(variable)))
  const texts = isConfigured ? undefined : textsOf(args)
  if (texts === undefined) return Option.none()
  let isValid = true
  const valueOf = <A>(spec: FlagSpec<A>): A => {
    const text = texts.get(spec.name)
    if (text === undefined) return spec.default
    const { merge = ([value = spec.default]) => Result.succeed(value) } = spec
    const value = Result.flatMap(spec.read(text), (value) => merge([value]))
    isValid &&= Result.isSuccess(value)
    return Result.getOrElse(value, () => spec.default)
  }
  const values = Struct.map(startTable, Struct.lambda<ValueOf>(valueOf))
  const off = Record.map(startToggles, () => false)
  return isValid ? Option.some({ ...values, ...off, rateLimit: [] }) : Option.none()
}

/** Formats a usage error. Without `--`, the flags of a command to run are parsed as flags of `exec`. */
const formatUsageError = (message: string, args: ReadonlyArray<string>) => {
  const [, flag = "", command = ""] = /^Unrecognized flag: (\S+) in command \S+ ([a-z]+)/.exec(message) ?? []
  if (command !== "" && args.indexOf(command) > args.findIndex((arg) => arg.startsWith(flag)))
    return `${flag} is before ${command}. Write it after ${command}.`
  return flag === "" || args[0] !== "exec" || args.includes("--")
    ? message
    : `${flag} is not a flag of exec. Write -- before the command, as in exec -- sh -c 'npm test', or see exec --help.`
}

// the commands are loaded on demand, to keep the start fast
const anyCommand = (args: ReadonlyArray<string>) =>
  Effect.flatMap(
    Effect.promise(() => Promise.all([import("@remote-assist/cli"), import("./command.ts")])),
    ([Cli, { command }]) => Cli.program(command, manifest.version, args, { formatUsageError })
  )

/** Adds `--` before the command of `exec`, whose flags are not those of `exec`. */
const withSeparator = ([name = "", first = "", ...rest]: ReadonlyArray<string>) =>
  name === "exec" && /^[^-]/.test(first) && !rest.includes("--") ? [name, "--", first, ...rest] : undefined

/** Separates a port from `-p`, before the command of `exec`. */
const withPort = (args: ReadonlyArray<string>) =>
  args.map((arg, at) => (args.slice(0, at).includes("--") ? arg : arg.replace(/^-p(?=\d+$)/, "--port=")))

export const remoteAssistMock = (args: ReadonlyArray<string>) =>
  Option.match(commonStart(args, process.env), {
    onNone: () => anyCommand(withPort(withSeparator(args) ?? args)),
    onSome: (args) => Effect.catch(start(args), Process.report)
  })
