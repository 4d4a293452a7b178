import { Exit } from "@remote-assist/cli"
import { endAtNext } from "@remote-assist/cli/Signals"
import { sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as EffectResult from "effect/Result"

import { Account } from "../../engine/Account.ts"
import * as Plan from "../../import/Plan.ts"
import * as Report from "../../import/report.ts"
import * as Results from "../../import/Results.ts"
import * as Run from "../../import/Run.ts"
import * as UserFile from "../../import/UserFile.ts"
import { growYoungGeneration } from "../../memory.ts"
import { Profile, readOnlyMessage } from "../../profiles/Profile.ts"
import * as Requests from "../../requests/Requests.ts"
import type { Sources } from "../../Settings.ts"
import { cut } from "../../text/format.ts"
import { workersConcurrency } from "./Connection.ts"
import type { ImportFlags } from "./flags.ts"
import { failedTo, fromProblem, Login } from "./Login.ts"
import * as Output from "./output.ts"

const isJson = ({ json, ndjson }: ImportFlags) => json || ndjson

/** Formats a row as JSON, or as text if it needs attention. */
const formatRow = (flags: ImportFlags, report: Report.RowReport): string => {
  if (isJson(flags)) return `${Output.toJson(report)}\n`
  const { email, line, name, state, why } = report
  const text = `line ${String(line).padEnd(6)} ${state.padEnd(9)} ${email || name || "(no e-mail)"}  ${why ?? ""}`
  return Report.isNoteworthy(report) ? `${sanitize(text).trimEnd()}\n` : ""
}

const howToResume = ({ path }: Results.Results): string =>
  path === undefined
    ? "A demo cannot be resumed."
    : `Give the same command to resume: ${path} has the results, and rows without an answer are looked up first.`

/** Returns the options of the flags, else those of the resumed run, which are printed. */
const resolveOptions = Effect.fnUntraced(function* (flags: ImportFlags, before: Results.Options) {
  const options: Results.Options = {
    send_email: Option.getOrElse(flags.sendEmail, () => before.send_email),
    columns_map: Option.getOrElse(flags.columnsMap, () => before.columns_map),
    existing: Option.getOrElse(flags.existing, () => before.existing),
    reactivate: Option.getOrElse(flags.reactivate, () => before.reactivate)
  }
  const all: ReadonlyArray<readonly [keyof Results.Options, Option.Option<unknown>, string]> = [
    ["send_email", flags.sendEmail, "--no-send-email"],
    ["columns_map", flags.columnsMap, `--columns-map "${options.columns_map}"`],
    ["existing", flags.existing, `--existing ${options.existing}`],
    ["reactivate", flags.reactivate, "--reactivate"]
  ]
  const remembered = all.flatMap(([name, flag, text]) =>
    Option.isSome(flag) || options[name] === Results.defaults[name] ? [] : [text]
  )
  if (remembered.length > 0)
    yield* Output.writeNote(`From the earlier run: ${remembered.join(" ")}. Give a flag again to change it.`)
  return options
})

/** Asks for a confirmation with the counts, unless there is nothing to send or `--yes` is given. */
const confirm = Effect.fnUntraced(function* ({ counts }: Plan.Plan, { path }: Results.Results, { yes }: ImportFlags) {
  if (yes || Report.isEmpty(counts)) return
  const { apiUrl } = yield* Region.Region
  const question = [
    Report.summary(counts),
    ...(counts.mails === 0 ? [] : ["Welcome e-mails cannot be withdrawn; --no-send-email sends none."]),
    `The service is ${apiUrl}.`,
    ...(path === undefined ? [] : [`Results go to ${path}; the same command resumes an import that stopped.`])
  ].join(" ")
  yield* Output.askPhrase(question, Report.confirmationPhrase(counts))
})

const succeeded = ["created", "updated", "exists", "created before"]

const failures = [
  ["left out", Output.exitCodes.partly],
  ["refused", Output.exitCodes.refused],
  ["unknown", Output.exitCodes.unreachable],
  ["unsent", Output.exitCodes.unreachable]
] as const

type StateCounts = ReadonlyMap<string, number>

const hasAny = (counts: StateCounts, states: ReadonlyArray<string>) =>
  states.some((state) => (counts.get(state) ?? 0) > 0)

/** Ends with 5 if rows are left out or only some are done, else with why none is. */
const end = (counts: StateCounts) => {
  const [, code = 0] = failures.find(([state]) => hasAny(counts, [state])) ?? []
  if (code === 0) return Effect.void
  return Effect.fail(new Exit({ code: hasAny(counts, succeeded) ? Output.exitCodes.partly : code }))
}

/** At the first signal, rows under way are finished; the second one ends the process. */
const signals = Effect.acquireRelease(
  Effect.sync(() => {
    const onSignal = () => {
      process.stderr.write("\nFinishing the rows under way. Press again to end at once.\n")
      endAtNext()
    }
    process.once("SIGINT", onSignal).once("SIGTERM", onSignal)
    return onSignal
  }),
  (onSignal) => Effect.sync(() => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal))
)

const send = Effect.fnUntraced(function* (plan: Plan.Plan, results: Results.Results, flags: ImportFlags) {
  const output = yield* Output.resultOutput
  const counts = new Map<string, number>()
  const { hide, show } = yield* Output.makeProgress("rows")
  const { rows } = plan.counts
  let done = 0
  const tally = () => Report.tally(counts, rows)
  const ended = yield* Run.run(
    plan,
    results,
    Effect.fnUntraced(function* ({ outcome, row }) {
      const report = Report.reportRow(row, outcome)
      counts.set(report.state, (counts.get(report.state) ?? 0) + 1)
      const text = formatRow(flags, report)
      if (text !== "") yield* Effect.andThen(hide, output.write(text))
      yield* show(++done, rows)
    }),
    workersConcurrency(flags)
  ).pipe(
    Effect.ensuring(hide),
    Effect.onInterrupt(() => Effect.suspend(() => Output.writeNote(`Interrupted. ${tally()} ${howToResume(results)}`))),
    (sending) => Effect.scoped(Effect.andThen(signals, sending)),
    Effect.result
  )
  if (!isJson(flags)) yield* output.write(`${tally()}\n`)
  if (EffectResult.isFailure(ended)) {
    const error = ended.failure
    const { kind, message } = error._tag === "Halted" ? fromProblem(error.problem) : Output.usageError(error.message)
    return yield* new Output.CommandError({
      kind: hasAny(counts, succeeded) ? "partly" : kind,
      message: `The import stopped. ${message} ${howToResume(results)}`
    })
  }
  yield* output.requireWritten
  return yield* end(counts)
})

const reportDry = Effect.fnUntraced(function* ({ counts, decided }: Plan.Plan, existing: string, flags: ImportFlags) {
  for (const { decision, row } of decided) yield* Output.stdout.write(formatRow(flags, Report.reportRow(row, decision)))
  if (!isJson(flags)) yield* Output.stdout.write(`${Report.summary(counts)} Nothing was sent.\n`)
  if (existing === "fail" && counts.exists > 0) return yield* new Exit({ code: Output.exitCodes.refused })
  return yield* end(new Map(Object.entries({ "left out": counts.leftOut, created: counts.rows - counts.leftOut })))
})

/** Imports the users of a file, or reports what would be done. */
export const importUsers = Effect.fnUntraced(
  function* (flags: ImportFlags, { demo }: Pick<Sources, "demo">) {
    growYoungGeneration()
    const { dryRun, file } = flags
    if (file === "-")
      return yield* Output.usageError(
        "The standard input cannot be imported: results are kept next to a file. Give its path."
      )
    const refusal = dryRun ? undefined : readOnlyMessage(yield* Profile, { effect: "mails" })
    if (refusal !== undefined) return yield* new Output.CommandError({ kind: "refused", message: refusal })
    const path = Option.getOrElse(flags.results, () => Results.defaultPath(file))
    const region = yield* Region.Region
    const about = { service: region.apiUrl, region: region.name, file }
    const before = demo ? Results.inMemory(about) : yield* Results.peek(path, about)
    const options = yield* resolveOptions(flags, before.options)
    const map = yield* Effect.mapError(Effect.fromResult(UserFile.parseMap(options.columns_map)), Output.usageError)
    const users = yield* UserFile.read(file, map)
    const { unused } = users.columns
    if (unused.length > 0 && !isJson(flags)) yield* Output.writeNote(cut(`Unused columns: ${unused.join(", ")}`, 200))
    const results = demo || dryRun ? before : yield* Results.open(path, about)
    yield* Login.use(({ logIn }) => logIn)
    const { hide, show } = yield* Output.makeProgress("looked up")
    const { isMe } = yield* Account
    const plan = yield* Plan.make(users, results, options, isMe, show, workersConcurrency(flags)).pipe(
      Effect.ensuring(hide),
      Effect.catch((error) => failedTo("look up who exists", error))
    )
    if (dryRun) return yield* reportDry(plan, options.existing, flags)
    if (options.existing === "fail" && plan.counts.exists > 0) {
      for (const { decision, row } of plan.decided)
        if (decision.state === "exists") yield* Output.stdout.write(formatRow(flags, Report.reportRow(row, decision)))
      return yield* new Output.CommandError({
        kind: "refused",
        message: `Nothing was sent: ${plan.counts.exists} of the users exist already. Remove them from the file, or give --existing skip.`
      })
    }
    yield* confirm(plan, results, flags)
    yield* results.begin(options)
    return yield* send(plan, results, flags)
  },
  Effect.scoped,
  Effect.provideService(Requests.IsLogged, false)
)
