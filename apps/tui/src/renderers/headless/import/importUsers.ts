import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Requests from "../../../engine/connection/Requests.ts"
import type { Choices } from "../../../import/Choices.ts"
import * as Columns from "../../../import/Columns.ts"
import * as Draft from "../../../import/Draft.ts"
import * as Edited from "../../../import/edited.ts"
import * as Journal from "../../../import/Journal.ts"
import * as JournalFile from "../../../import/journalFile.ts"
import type { JournalHead } from "../../../import/JournalLine.ts"
import type { Policy } from "../../../import/Plan.ts"
import * as Run from "../../../import/run.ts"
import * as Survey from "../../../import/Survey.ts"
import * as Told from "../../../import/told.ts"
import { growing } from "../../../memory.ts"
import { Profile } from "../../../profiles/Profile.ts"
import * as ReadOnly from "../../../profiles/ReadOnly.ts"
import type { Sources } from "../../../profiles/Sources.ts"
import { screenReader } from "../../../Settings.ts"
import { Entrance } from "../Connection.ts"
import * as Output from "../Output.ts"
import { tell } from "../Output.ts"
import * as Progress from "../progress.ts"
import { because, Stopped, usage } from "../Stopped.ts"
import { confirmed } from "./confirmed.ts"
import * as End from "./end.ts"
import type { Importing } from "./flags.ts"
import * as Format from "./format.ts"
import { untilDone } from "./signals.ts"
import { undoImport } from "./undoImport.ts"

const counted = (what: string) =>
  Effect.map(
    Effect.orElseSucceed(screenReader, () => false),
    (isSaid) => Progress.make(what, isSaid)
  )

const head = (file: string) =>
  Effect.map(Region.Region, ({ apiUrl, name }): JournalHead => ({
    results_of: "remote-assist users import",
    version: 1,
    service: apiUrl,
    region: name,
    file
  }))

const surveyed = Effect.fnUntraced(function* (draft: Draft.Draft, journal: Journal.Journal, policy: Policy) {
  const { hide, show } = yield* counted("looked up")
  return yield* Survey.make(draft, journal, policy, show).pipe(
    Effect.ensuring(hide),
    Effect.mapError((error) =>
      error._tag === "FilterIgnored"
        ? new Stopped({ kind: "refused", message: error.message })
        : because("look up who exists", error)
    )
  )
})

/** What is chosen by flags, and else was when the import was begun that goes on; it is told of then. */
const chosen = Effect.fnUntraced(function* (journal: Journal.Journal, given: Importing) {
  const { columnsMap, sendEmail } = given
  const before = journal.chosen()
  if (Option.isNone(sendEmail) && !before.send_email)
    yield* tell("No welcome e-mails, as when this import was begun; --send-email sends them.")
  if (columnsMap === "" && before.columns_map !== "")
    yield* tell(`Columns as when this import was begun: ${before.columns_map}. --columns-map says others.`)
  if (Option.isNone(given.existing) && (before.existing ?? "skip") !== "skip")
    yield* tell(
      `Users who exist as when this import was begun: --existing ${before.existing}. --existing skip skips them.`
    )
  if (Option.isNone(given.reactivate) && before.reactivate === true)
    yield* tell("Those who are inactive are reactivated, as when this import was begun; --no-reactivate leaves them.")
  const choices = {
    send_email: Option.getOrElse(sendEmail, () => before.send_email),
    columns_map: columnsMap === "" ? before.columns_map : columnsMap,
    edits: before.edits,
    existing: Option.getOrElse(given.existing, () => before.existing ?? "skip"),
    reactivate: Option.getOrElse(given.reactivate, () => before.reactivate ?? false)
  } satisfies Choices
  return choices
})

const isJson = ({ json, ndjson }: Importing) => json || ndjson

/** Says of each row what would be done. */
const dry = Effect.fnUntraced(function* (survey: Survey.Survey, policy: Policy, given: Importing) {
  for (const decided of survey.decided()) {
    const told = Told.ofDecided(decided)
    yield* Output.stdout.write(isJson(given) ? Format.json(told) : Format.line(told))
  }
  if (!isJson(given)) yield* Output.stdout.write(`${Told.summary(survey.counts, "--reactivate")} Nothing was sent.\n`)
  return yield* End.ofDry(survey.counts, policy.existing)
})

const done = Effect.fnUntraced(function* (survey: Survey.Survey, journal: Journal.Journal, given: Importing) {
  const results = yield* Output.results
  const counts = new Map<string, number>()
  const { hide, show } = yield* counted("rows")
  const { rows } = survey.counts
  let at = 0
  const ended = yield* Run.run(
    survey,
    journal,
    Effect.fnUntraced(function* (row) {
      const told = Told.ofDone(row)
      counts.set(told.state, (counts.get(told.state) ?? 0) + 1)
      const text = isJson(given) ? Format.json(told) : Format.line(told)
      if (text !== "") yield* Effect.andThen(hide, results.write(text))
      yield* show(++at, rows)
    })
  ).pipe(
    Effect.ensuring(hide),
    untilDone(() => `${Told.ended(counts, rows)} ${End.howToGoOn(journal)}`),
    Effect.result
  )
  if (!isJson(given)) yield* results.write(`${Told.ended(counts, rows)}\n`)
  return yield* End.of({ what: "import", counts, ended, journal, results })
})

/** Imports the users of a file, or says what would be done. */
export const importUsers = Effect.fnUntraced(
  function* (given: Importing, { demo }: Pick<Sources, "demo">) {
    growing()
    const { file } = given
    if (file === "-") return yield* usage("An import is of a file, as its results are kept beside it. Give its path.")
    const refusal = given.dryRun ? undefined : ReadOnly.refusal(yield* Profile, { effect: "mails" })
    if (refusal !== undefined) return yield* new Stopped({ kind: "refused", message: refusal })
    const path = Option.getOrElse(given.results, () => JournalFile.pathOf(file))
    const { enter } = yield* Entrance
    if (given.undo) {
      if (demo) return yield* usage("A demo ends with its command, and keeps no results to undo.")
      yield* JournalFile.expected(path)
      const journal = yield* (given.dryRun ? JournalFile.peek : JournalFile.open)(path, yield* head(file))
      yield* enter
      return yield* undoImport(journal, given)
    }
    const choices = yield* chosen(demo ? Journal.inMemory() : yield* JournalFile.peek(path, yield* head(file)), given)
    const policy = { existing: choices.existing, reactivate: choices.reactivate, sendEmail: choices.send_email }
    const map = choices.columns_map === "" ? Result.succeed(undefined) : Columns.parseMap(choices.columns_map)
    const read = yield* Draft.read(file, yield* Effect.mapError(Effect.fromResult(map), usage))
    const { edits, lost } = Edited.ofKept(read, choices.edits)
    const lostText = Edited.lostText(lost)
    if (lostText !== undefined) yield* tell(lostText)
    const draft = Edited.withEdits(read, edits)
    if (edits.size > 0) yield* tell(`Rows as they were edited on the screen when this import was begun: ${edits.size}.`)
    const { unused } = draft.columns
    if (unused.length > 0 && !isJson(given)) yield* tell(`Not made use of: the columns ${Columns.namesOf(unused)}.`)
    const open = given.dryRun ? JournalFile.peek : JournalFile.open
    const journal = demo ? Journal.inMemory() : yield* open(path, yield* head(file))
    yield* enter
    const survey = yield* surveyed(draft, journal, policy)
    const { exists } = survey.counts
    if (choices.existing === "fail" && exists > 0 && !given.dryRun) {
      for (const decided of survey.decided())
        if (decided.decision._tag === "Exists")
          yield* Output.stdout.write((isJson(given) ? Format.json : Format.line)(Told.ofDecided(decided)))
      return yield* new Stopped({
        kind: "refused",
        message: `Nothing was sent: ${exists} of the users exist already. Leave them out, or give --existing skip.`
      })
    }
    if (given.dryRun) return yield* dry(survey, policy, given)
    yield* confirmed(survey.counts, journal, given)
    yield* Effect.mapError(journal.choose(choices), ({ message }) => usage(message))
    return yield* done(survey, journal, given)
    // nobody reads the log of a command
  },
  Effect.scoped,
  Effect.provideService(Requests.IsLogged, false)
)
