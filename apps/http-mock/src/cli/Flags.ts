import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { kebabCase } from "effect/String"
import * as Struct from "effect/Struct"

import * as Limit from "../faults/RateLimit.ts"
import { TenantName } from "../tenants/TenantName.ts"
import { execTable, file, optional, startTable, startToggles, table, textOf, toggles } from "./flagTable.ts"
import type { FlagHelp, FlagSpec } from "./flagTable.ts"

export { CommandError } from "./CommandError.ts"
export { seedFormat, worldOf } from "./seed.ts"

const checked = <A, B>(flag: Flag.Flag<A>, read: (value: A) => Result.Result<B, string>) =>
  Flag.filterMap(
    flag,
    (value) => Result.getSuccess(read(value)),
    (value) => Result.match(read(value), { onFailure: (expected) => expected, onSuccess: () => "" })
  )

const described = <A>(flag: Flag.Flag<A>, { alias, description, metavar, shown }: FlagHelp) => {
  const full = Flag.withDescription(flag, shown === undefined ? description : `${description} (default ${shown})`)
  const named = metavar === undefined ? full : Flag.withMetavar(full, metavar)
  return alias === undefined ? named : Flag.withAlias(named, alias)
}

const valueOf = <A>(spec: FlagSpec<A>): Flag.Flag<A> => {
  const { choices, isPrivate = false, name, read, variable } = spec
  if (variable !== undefined)
    return checked(
      Flag.withFallbackConfig(
        described(Flag.Redacted(name), { ...spec, description: `${spec.description} (or ${variable})` }),
        Config.Redacted(variable)
      ),
      (secret) => Result.mapError(read(Redacted.value(secret)), (expected) => `${expected}; also in ${variable}`)
    )
  if (isPrivate) return checked(described(Flag.Redacted(name), spec), (secret) => read(Redacted.value(secret)))
  return checked(described(choices === undefined ? Flag.String(name) : Flag.Literals(name, choices), spec), read)
}

/** Creates a flag from a row of the table. */
const flagOf = <A>(spec: FlagSpec<A>): Flag.Flag<A> => {
  const { merge } = spec
  return merge === undefined
    ? Flag.withDefault(valueOf(spec), spec.default)
    : checked(Flag.atLeast(valueOf(spec), 0), merge)
}

interface FlagOf extends Struct.Lambda {
  <A>(spec: FlagSpec<A>): Flag.Flag<A>
  readonly "~lambda.out": this["~lambda.in"] extends FlagSpec<infer A> ? Flag.Flag<A> : never
}

const toFlag = Struct.lambda<FlagOf>(flagOf)

const toggle = (description: string, option: string) =>
  Flag.Boolean(kebabCase(option)).pipe(Flag.withDescription(description), Flag.withDefault(false))

// not in the table, so that most starts do not load the code of limits
const rateLimit = flagOf<ReadonlyArray<Limit.Limit>>({
  name: "rate-limit",
  metavar: "n/time",
  description:
    "Limit of requests: 100/minute for each API key, '5/second by token' for each user token, '100/minute burst 20' or '2/minute for Auth.logInV1R1'; repeatable",
  default: [],
  // the error shows the text, so the message need not
  read: (text) =>
    Result.mapError(Limit.parseLimits(text), (why) =>
      why
        .replace(/^.*? is not a rate limit(?:: |\. Use )/s, "")
        .replace(/^operations: There is no operation (.*?)\. /s, "an operation, which $1 is not. ")
        .replace(/^(\w+): use (.*)\.$/s, "$2, as $1")
        .replace(/\.$/, "")
    ),
  merge: (all) => Result.succeed(all.flat())
})

export const flags = { ...Struct.map(table, toFlag), rateLimit, ...Record.map(toggles, toggle) }

type Infer<Config extends Command.Command.Config> = Command.Command.Config.Infer<Config>

export type EmulatorArgs = Infer<typeof flags>

export const startFlags = { ...Struct.map(startTable, toFlag), rateLimit, ...Record.map(startToggles, toggle) }
export type StartArgs = Infer<typeof startFlags>

export const execFlags = {
  ...Struct.map(execTable, toFlag),
  rateLimit,
  ...Record.map(toggles, toggle),
  command: Argument.String("command").pipe(
    Argument.withDescription("Program to run with its arguments, after --"),
    Argument.atLeast(1)
  )
}
export type ExecArgs = Infer<typeof execFlags>

// for commands that only ask a running emulator
const runningPort = { ...table.port, description: "Port of the running emulator" }
const host = flagOf({ ...table.host, description: "Address of the running emulator" })

export const envFlags = {
  port: flagOf({
    ...runningPort,
    read: (text) => Result.mapError(table.port.read(Number(text) === 0 ? "" : text), () => "a port from 1 to 65535")
  }),
  host,
  tenant: flagOf(
    optional({ name: "tenant", description: "Tenant (default: the tenant default)", read: textOf(TenantName) })
  ),
  controlToken: flags.controlToken,
  shell: Flag.Literals("shell", ["sh", "fish", "powershell"]).pipe(
    Flag.withDescription("Shell that evaluates the output (default sh)"),
    Flag.withDefault("sh" as const)
  ),
  tlsCertOut: flags.tlsCertOut.pipe(Flag.withDescription("File to write the certificate of the running emulator to"))
}
export type EnvArgs = Infer<typeof envFlags>

export const doctorFlags = { port: flagOf(runningPort), host }
export type DoctorArgs = Infer<typeof doctorFlags>

export const importFlags = {
  files: Argument.String("file").pipe(
    Argument.filter(
      (path) => path !== "",
      () => "a path"
    ),
    Argument.withDescription("JSON files with users or pods, as listed by remote-assist or the SDK"),
    Argument.atLeast(1)
  ),
  out: flagOf({ ...file("out", "World file to write (default: standard output)"), metavar: "world.json" }),
  force: toggle("Overwrite the --out file if it exists", "force"),
  anonymize: toggle("Replace all names, e-mail addresses and other texts of users and pods", "anonymize"),
  admin: flagOf(
    optional({
      name: "admin",
      metavar: "e-mail",
      description: "E-mail address of a user to make an administrator; required if no user is one",
      read: (text) => Result.succeed(text)
    })
  )
}
export type ImportArgs = Infer<typeof importFlags>
