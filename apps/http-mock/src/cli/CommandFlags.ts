import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Redacted from "effect/Redacted"

import { flags } from "./Flags.ts"
import { defaults } from "./flags/defaults.ts"
import * as Listen from "./flags/Listen.ts"
import * as Start from "./flags/Start.ts"
import { tenant } from "./flags/Tenant.ts"
import * as Tls from "./flags/Tls.ts"

type Infer<Config extends Command.Command.Config> = Command.Command.Config.Infer<Config>

/** What `start` takes: the flags of the emulator, and how it begins and ends. */
export const startFlags = { ...flags, banner: Start.banner, untilStdinCloses: Start.untilStdinCloses }
export type StartGiven = Infer<typeof startFlags>

/** What `exec` takes: the flags of the emulator, on a free port unless told otherwise, and what to run. */
export const execFlags = {
  ...flags,
  port: Listen.port(0),
  command: Argument.String("command").pipe(
    Argument.withDescription("The program to run and its arguments, after --"),
    Argument.atLeast(1)
  )
}
export type ExecGiven = Infer<typeof execFlags>

const address = { port: Listen.port(defaults.port), host: Listen.host }

/** What `env` takes. */
export const envFlags = {
  ...address,
  tenant,
  shell: Flag.Literals("shell", ["sh", "fish", "powershell"]).pipe(
    Flag.withDescription("Which shell evaluates the output; sh unless given"),
    Flag.withDefault("sh" as const)
  ),
  tlsCertOut: Tls.tlsCertOut
}
export type EnvGiven = Infer<typeof envFlags>

/** What `doctor` takes. */
export const doctorFlags = address
export type DoctorGiven = Infer<typeof doctorFlags>

const importKeyVariable = "REMOTE_ASSIST_MOCK_IMPORT_KEY"

const leastKey = 16

/** What `import` takes. */
export const importFlags = {
  files: Argument.String("file").pipe(
    Argument.withDescription("Files of users and of pods: CSV, JSON or JSON by line, as the service lists them"),
    Argument.atLeast(1)
  ),
  out: Flag.String("out").pipe(
    Flag.withMetavar("world.json"),
    Flag.withDescription("The world file to write; standard output unless given"),
    Flag.filter(
      (path) => path !== "",
      () => "the path of a file"
    ),
    Flag.optional
  ),
  force: Flag.Boolean("force").pipe(
    Flag.withDescription("Replaces the file of --out where it is there already"),
    Flag.withDefault(false)
  ),
  anonymize: Flag.Boolean("anonymize").pipe(
    Flag.withDescription("Puts others in the place of all users and pods, by a key"),
    Flag.withDefault(false)
  ),
  key: Flag.Redacted("key").pipe(
    Flag.withDescription(
      `Key of --anonymize, by which the same ones stand for the same every time; ${importKeyVariable}, or a new one, which is told, unless given`
    ),
    Flag.withFallbackConfig(Config.Redacted(importKeyVariable)),
    Flag.filter(
      (key) => Redacted.value(key).length >= leastKey,
      () => `a text of at least ${leastKey} characters, as who guesses it finds out who is who`
    ),
    Flag.optional
  ),
  admin: Flag.String("admin").pipe(
    Flag.withMetavar("e-mail"),
    Flag.withDescription("Who of the users is to be an administrator, by the e-mail address; needed where none is one"),
    Flag.optional
  )
}
export type ImportGiven = Infer<typeof importFlags>
