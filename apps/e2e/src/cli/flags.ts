import * as Settings from "@remote-assist/cli/Settings"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

const integer = (name: string, min: number, max: number, description: string): Flag.Flag<number> =>
  Flag.String(name).pipe(
    Flag.withMetavar("integer"),
    Flag.filterMap(
      (text) => {
        const value = /^-?\d+$/.test(text) ? Number(text) : NaN
        return value >= min && value <= max ? Option.some(value) : Option.none()
      },
      () => `an integer from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}`
    ),
    Flag.withDescription(description)
  )

/** An integer with a default, which its description names. */
const count = (name: string, min: number, max: number, value: number, description: string) =>
  integer(name, min, max, `${description} (default ${value})`).pipe(Flag.withDefault(value))

const toggle = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar(metavar))

const argument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description))

const selection = {
  names: argument(
    "scenario",
    "Parts of names, such as users or auth/refreshes; or folders and files of your own scenarios, such as ./scenarios, whose names the parts then select"
  ).pipe(Argument.variadic()),
  tag: text("tag", "tag", "Only scenarios with this tag, or without it if written as !tag; repeatable").pipe(
    Flag.between(0, 100)
  )
}

const targetAmong = (names: string) =>
  text("target", "target", `${names}, or the address of an emulator (default in-process)`).pipe(
    Flag.withDefault("in-process")
  )

const seed = count("seed", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1, "Random seed")

export const defaultTimeout = 60

// at most a day
const timeout = count("timeout", 1, 86_400, defaultTimeout, "Time limit of a scenario in seconds")

export const run = {
  ...selection,
  target: targetAmong("in-process, socket, live"),
  ...Settings.flags,
  list: toggle("list", "List the scenarios with summary and tags, and run none"),
  testNamePattern: text(
    "test-name-pattern",
    "pattern",
    "Only scenarios whose name matches this regular expression"
  ).pipe(Flag.withAlias("t"), Flag.optional),
  watch: toggle("watch", "Rerun when a scenario or a file that it imports changes").pipe(Flag.withAlias("w")),
  lastFailed: toggle("last-failed", "Only scenarios that failed in the last run"),
  shard: text("shard", "index/count", "Only this part of the scenarios; 1/4 is the first of four").pipe(Flag.optional),
  bail: integer("bail", 0, 1_000_000, "Stop after this many failures (default 0: never)").pipe(Flag.withDefault(0)),
  retry: count("retry", 0, 1000, 0, "Retries of a failed scenario; if one passes, it is flaky"),
  maxWorkers: integer(
    "max-workers",
    1,
    1000,
    "How many scenarios run in parallel (default: one per processor, or 1 against a live region)"
  ).pipe(Flag.optional),
  timeout,
  seed,
  reporter: text(
    "reporter",
    "name[=file]",
    "scenarios, or a reporter of vitest such as dot, json, junit, tap, github-actions; =file or html=folder writes a file; repeatable"
  ).pipe(Flag.withAlias("r"), Flag.between(0, 20)),
  coverage: toggle("coverage", "Print how many operations, documented statuses and fields the answers covered"),
  minCoverage: text(
    "min-coverage",
    "minimum",
    "Exit with 5 below this coverage: 90% of all three, or operations=36,statuses=100%,fields=95%"
  ).pipe(Flag.optional),
  showMissing: toggle("show-missing", "List what the answers did not cover"),
  coverageFile: text("coverage-file", "file", "Write the coverage to this file as JSON").pipe(Flag.optional),
  allowDestructive: toggle(
    "allow-destructive",
    "Also run scenarios that change data of a live region which they did not create"
  )
}
export type Run = Command.Command.Config.Infer<typeof run>

/** Whether one of the flags for coverage is set. */
export const asksForCoverage = (
  flags: Pick<Run, "coverage" | "coverageFile" | "minCoverage" | "showMissing">
): boolean =>
  flags.coverage || flags.showMissing || Option.isSome(flags.minCoverage) || Option.isSome(flags.coverageFile)

const service = (name: string, description: string) =>
  argument(name, `${description}: in-process, socket, live, or an address`)

const gaps = (name: string, side: string) =>
  text(name, "id=choice", `Choice at a gap of ${side}, if it is an emulator; repeatable`).pipe(Flag.between(0, 200))

const maxLatencyRatio = (reference: string) =>
  integer(
    "max-latency-ratio",
    1,
    1000,
    `Also report operations whose median time is more than this many times that of ${reference} and 20 ms longer`
  ).pipe(Flag.optional)

export const compare = {
  a: service("A", "The first service"),
  b: service("B", "The service to compare it with"),
  ...selection,
  ...Settings.flags,
  gapA: gaps("gap-a", "A"),
  gapB: gaps("gap-b", "B"),
  seed,
  jobs: integer("jobs", 1, 1000, "How many scenarios run in parallel (default 8, or 1 against a live region)").pipe(
    Flag.withAlias("j"),
    Flag.optional
  ),
  timeout,
  again: count(
    "again",
    0,
    1000,
    2,
    "How often to rerun scenarios that differ; differences that come and go do not count"
  ),
  data: Flag.Literals("data", ["same", "different"]).pipe(
    Flag.withDescription(
      "Whether both hold the same users, calls and groups; if different, compare only values that a scenario or the interface sets (default same; different for live)"
    ),
    Flag.optional
  ),
  maxLatencyRatio: maxLatencyRatio("A"),
  json: text("json", "file", "Write the report to this file as JSON").pipe(Flag.optional),
  allowDestructive: run.allowDestructive
}
export type Compare = Command.Command.Config.Infer<typeof compare>

export const fuzz = {
  runs: count("runs", 1, 1_000_000, 1000, "Number of sequences"),
  commands: count("commands", 1, 10_000, 40, "Maximum number of commands in a sequence"),
  concurrent: toggle(
    "concurrent",
    "Also send up to 4 commands at once, and check that their outcomes match some order of them"
  ),
  seed,
  target: targetAmong("in-process, socket"),
  maxLatencyRatio: maxLatencyRatio("the emulator"),
  out: text("out", "folder", "Folder for the scenario and the report of a difference (default fuzz)").pipe(
    Flag.withAlias("o"),
    Flag.withDefault("fuzz")
  )
}
export type Fuzz = Command.Command.Config.Infer<typeof fuzz>

export const gc = {
  target: text("target", "target", "Where to look: live, or the address of an emulator"),
  run: text("run", "prefix", "Remove the leftovers of this run, such as k3f9x2 or e2e-k3f9x2").pipe(Flag.optional),
  all: toggle("all", "Remove the leftovers of all runs, also of those in progress"),
  dryRun: toggle("dry-run", "List what would be removed, and remove nothing"),
  ...Settings.flags
}
export type Gc = Command.Command.Config.Infer<typeof gc>

export const k6 = {
  scenario: argument("scenario", "The scenario: its name, a part that no other has, or its file"),
  output: text("output", "file", "Write the script to this file (default standard output)").pipe(
    Flag.withAlias("o"),
    Flag.optional
  ),
  force: toggle("force", "Overwrite an existing file"),
  rate: count("rate", 1, 100_000, 1, "Iterations per second, unless RATE is set"),
  duration: text("duration", "duration", "Duration of the load, unless DURATION is set (default 30s)").pipe(
    Flag.withDefault("30s")
  ),
  threshold: text(
    "threshold",
    "metric=condition",
    "Threshold of k6, such as http_req_duration=p(95)<200; repeatable (default checks=rate>=1)"
  ).pipe(Flag.between(0, 100)),
  seed
}
export type K6 = Command.Command.Config.Infer<typeof k6>

export const newScenario = {
  name: argument("name", "Folder and name of the scenario, such as users/deactivation-blocks-log-in"),
  folder: text("folder", "folder", "Folder of your scenarios; created if missing (default ./scenarios)").pipe(
    Flag.withDefault("./scenarios")
  )
}
export type NewScenario = Command.Command.Config.Infer<typeof newScenario>
