import * as Settings from "@remote-assist/cli/Settings"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

const shown = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ",")

/** A flag that takes a whole number within bounds, both included; another one is refused before anything is done. */
const whole = (name: string, least: number, most: number, description: string): Flag.Flag<number> =>
  Flag.Int(name).pipe(
    Flag.filter(
      (value) => value >= least && value <= most,
      () => `a whole number from ${shown(least)} to ${shown(most)}`
    ),
    Flag.withDescription(description)
  )

const on = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar(metavar))

const argument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description))

const selection = {
  names: argument(
    "scenario",
    "Parts of names, such as users or auth/refreshes; or folders and files of your own scenarios, such as ./scenarios"
  ).pipe(Argument.variadic()),
  tag: text("tag", "tag", "Only scenarios with this tag, or without it if written as !tag; repeatable").pipe(
    Flag.between(0, 100)
  )
}

const target = text("target", "target", "in-process, socket, live, or the address of an emulator").pipe(
  Flag.withDefault("in-process")
)

const seed = Flag.Int("seed").pipe(
  Flag.withDescription("Start of all randomness; the same seed gives the same values"),
  Flag.withDefault(1)
)

// a day at most
const timeout = whole("timeout", 1, 86_400, "Longest that a scenario may take, in seconds").pipe(Flag.withDefault(60))

/** What a run takes. */
export const run = {
  ...selection,
  target,
  ...Settings.flags,
  list: on("list", "List the scenarios with what each shows and its tags, and run none"),
  testNamePattern: text(
    "test-name-pattern",
    "pattern",
    "Only scenarios whose name matches this regular expression"
  ).pipe(Flag.withAlias("t"), Flag.optional),
  watch: on("watch", "Run again when a scenario changes, or a file that it imports").pipe(Flag.withAlias("w")),
  lastFailed: on("last-failed", "Only those that failed in the last run"),
  shard: text("shard", "part/of", "Only this part of the scenarios; 1/4 is the first of four").pipe(Flag.optional),
  bail: whole("bail", 0, 1_000_000, "Stop after this many failures; 0 never stops").pipe(Flag.withDefault(0)),
  retry: whole("retry", 0, 1000, "How often a scenario that failed is tried again; one that then passes is flaky").pipe(
    Flag.withDefault(0)
  ),
  maxWorkers: whole(
    "max-workers",
    1,
    1000,
    "How many scenarios run at the same time (default: processors less one, or 1 against a live region)"
  ).pipe(Flag.optional),
  timeout,
  seed,
  reporter: text(
    "reporter",
    "name[=file]",
    "scenarios, or a reporter of vitest such as dot, json, junit, tap, github-actions; =file writes to a file; repeatable"
  ).pipe(Flag.withAlias("r"), Flag.between(0, 20)),
  coverage: on("coverage", "Print how many operations, documented statuses and fields of answers were seen"),
  minCoverage: text(
    "min-coverage",
    "minimum",
    "End with 5 unless this much was seen: 90% of all three, or operations=36,statuses=100%,fields=95%"
  ).pipe(Flag.optional),
  showMissing: on("show-missing", "List what was not seen"),
  coverageFile: text("coverage-file", "file", "Write the coverage to this file as JSON").pipe(Flag.optional),
  allowDestructive: on(
    "allow-destructive",
    "Also run scenarios against a live region that change what they did not create"
  )
}
export type Run = Command.Command.Config.Infer<typeof run>

/** Whether one of the flags on coverage is given. */
export const asksForCoverage = ({ coverage, coverageFile, minCoverage, showMissing }: Run): boolean =>
  coverage || showMissing || Option.isSome(minCoverage) || Option.isSome(coverageFile)

const compared = (name: string, description: string) =>
  argument(name, `${description}: in-process, socket, live, or an address`)

const gaps = (name: string, side: string) =>
  text(name, "id=choice", `Choose at a gap of ${side}, if it is an emulator; repeatable`).pipe(Flag.between(0, 200))

/** What `compare` takes. */
export const compare = {
  a: compared("A", "The first service"),
  b: compared("B", "The service to compare it with"),
  ...selection,
  ...Settings.flags,
  gapA: gaps("gap-a", "A"),
  gapB: gaps("gap-b", "B"),
  seed,
  jobs: whole("jobs", 1, 1000, "How many run at the same time (default: 8, or 1 against a live region)").pipe(
    Flag.withAlias("j"),
    Flag.optional
  ),
  timeout,
  again: whole(
    "again",
    0,
    1000,
    "How often to run scenarios that differ again; what differs only sometimes is not counted [2]"
  ).pipe(Flag.withDefault(2)),
  data: Flag.Literals("data", ["same", "different"]).pipe(
    Flag.withDescription(
      "Whether both hold the same users, calls and groups; if different, compare only values that a scenario or the interface sets [same; different for live]"
    ),
    Flag.optional
  ),
  json: text("json", "file", "Write the report to this file as JSON").pipe(Flag.optional),
  allowDestructive: run.allowDestructive
}
export type Compare = Command.Command.Config.Infer<typeof compare>

/** What `fuzz` takes. */
export const fuzz = {
  runs: whole("runs", 1, 1_000_000, "How many sequences to try [1000]").pipe(Flag.withDefault(1000)),
  commands: whole("commands", 1, 10_000, "The most commands in a sequence [40]").pipe(Flag.withDefault(40)),
  concurrent: on("concurrent", "Also send up to 4 commands at once; the outcomes must be those of some order of them"),
  seed,
  target,
  out: text("out", "folder", "Folder for the scenario and the report of a difference [fuzz]").pipe(
    Flag.withAlias("o"),
    Flag.withDefault("fuzz")
  ),
  ...Settings.flags
}
export type Fuzz = Command.Command.Config.Infer<typeof fuzz>

/** What `gc` takes. */
export const gc = {
  target: text("target", "target", "Where to look: live, or the address of an emulator"),
  run: text("run", "prefix", "Remove what this run left, such as k3f9x2 or e2e-k3f9x2").pipe(Flag.optional),
  all: on("all", "Remove what all runs left, also those that are still going on"),
  dryRun: on("dry-run", "Only list what would be removed"),
  ...Settings.flags
}
export type Gc = Command.Command.Config.Infer<typeof gc>

/** What `export k6` takes. */
export const k6 = {
  scenario: argument("scenario", "The scenario: its name, a part that no other has, or its file"),
  output: text("output", "file", "Write the script to this file [standard output]").pipe(
    Flag.withAlias("o"),
    Flag.optional
  ),
  force: on("force", "Overwrite a file that exists"),
  rate: whole("rate", 1, 100_000, "How many iterations begin each second, unless RATE is set [1]").pipe(
    Flag.withDefault(1)
  ),
  duration: text("duration", "string", "How long the load lasts, unless DURATION is set [30s]").pipe(
    Flag.withDefault("30s")
  ),
  threshold: text(
    "threshold",
    "condition",
    "What must hold, such as p95<200, errors<1% or Auth.logIn:p99<50; repeatable [errors<=0]"
  ).pipe(Flag.between(0, 100)),
  seed
}
export type K6 = Command.Command.Config.Infer<typeof k6>

/** What `new` takes. */
export const newScenario = {
  name: argument("name", "Folder and name of the scenario, read aloud: users/deactivate-blocks-login"),
  folder: text("folder", "folder", "Where your scenarios are; it is made where there is none").pipe(
    Flag.withDefault("./scenarios")
  )
}
export type NewScenario = Command.Command.Config.Infer<typeof newScenario>
