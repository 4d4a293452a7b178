import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"

import type { Services } from "../actions/Action.ts"
import type { Plan } from "../import/Plan.ts"
import * as Report from "../import/report.ts"
import type { Import, Options } from "../import/Results.ts"
import type { Done } from "../import/Run.ts"
import type { ImportError } from "../import/UserFile.ts"
import { Importing } from "../model/Importing.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Overlay } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"
import { expandHome } from "../profiles/PrivateFile.ts"
import { readOnlyMessage } from "../profiles/Profile.ts"
import { userLists, users } from "../resources/users.ts"
import { commonStart } from "../text/format.ts"
import { scrollReader } from "./readerCommands.ts"

type Update = (now: Importing) => Importing

// loaded on demand: few users import
const loadEngine = () =>
  Promise.all([
    import("../import/Plan.ts"),
    import("../import/Results.ts"),
    import("../import/Run.ts"),
    import("../import/UserFile.ts")
  ]).then(([Plan, Results, Run, UserFile]) => ({ Plan, Results, Run, UserFile }))

type Engine = Awaited<ReturnType<typeof loadEngine>>

/** The key of the path among drafts. */
const draft = "import.file"

/** Stops the running task of the import on screen. */
export const stopImport = ({ ui }: Pick<Model, "ui">): void => ui.overlayOf("Import")?.stop?.()

interface Task<E> {
  readonly begin: Update
  readonly onStop: Update
  readonly onFailure: (error: E) => Update
  /** Ends early once `stopped` is done. */
  readonly use: (
    engine: Engine,
    stopped: Effect.Effect<void>,
    update: (to: Update) => void
  ) => Effect.Effect<Update, E, Services | FileSystem.FileSystem | Path.Path | Scope.Scope>
}

/** Runs a task of the import on screen; it goes on while a log-in form covers the import. */
const runTask = <E>(model: Model, { begin, onFailure, onStop, use }: Task<E>): void => {
  const { lists, program, ui } = model
  const task = Symbol("task")
  const stopped = Deferred.makeUnsafe<void>()
  const updateTask = (to: Update) => {
    const of = (overlay: Overlay | undefined) =>
      overlay?._tag === "Import" && overlay.task === task ? to(overlay) : overlay
    ui.update((now) => ({ ...now, overlay: of(now.overlay), suspended: of(now.suspended) }))
  }
  const end = (to: Update) => updateTask((now) => ({ ...to(now), task: undefined, stop: undefined }))
  const stop = () => {
    updateTask((now) => onStop({ ...now, stop: undefined }))
    Deferred.doneUnsafe(stopped, Effect.void)
  }
  ui.updateOverlay("Import", (now) => begin({ ...now, task, stop, problem: undefined }))
  program.run(
    Effect.flatMap(Effect.promise(loadEngine), (engine) => use(engine, Deferred.await(stopped), updateTask)).pipe(
      Effect.scoped,
      lists.provided,
      Effect.match({
        onSuccess: end,
        onFailure: (error) => end(onFailure(error))
      })
    )
  )
}

const importOf = ({ region }: Model, file: string): Import => ({ service: region.apiUrl, region: region.name, file })

const planned = (now: Importing, plan: Plan, options: Options): Importing => ({
  ...now,
  step: "ready",
  plan,
  options,
  problem: undefined,
  rows: plan.decided.map(({ decision, row }) => Report.reportRow(row, decision))
})

const lookUpProblem = (error: ImportError | Problem.Failure): string | undefined => {
  // the log-in form says so
  if (Problem.isSessionEnd(error)) return undefined
  if (error._tag === "ImportError") return error.message
  return Problem.format(Problem.describe("look up who exists", error, "Log in as somebody who may see the users."))
}

/** Reads a file, asks the service who exists, and shows what would be done. */
const look = (model: Model, before: Importing, file: string): void =>
  runTask(model, {
    begin: (now) => ({ ...now, step: "looking", file, done: 0, total: 0 }),
    onStop: () => before,
    use: ({ Plan, Results, UserFile }, stopped, update) =>
      Effect.gen(function* () {
        const results = yield* Results.peek(Results.defaultPath(file), importOf(model, file))
        // on screen, each existing user is seen before anything is sent
        const existing = results.options.existing === "fail" ? "skip" : results.options.existing
        const options = { ...results.options, existing }
        const map = Result.getOrElse(UserFile.parseMap(options.columns_map), () => new Map<never, string>())
        const users = yield* UserFile.read(file, map)
        const plan = yield* Plan.make(users, results, options, model.account.isMe, (done, total) =>
          Effect.sync(() => update((now) => ({ ...now, done, total })))
        )
        return (now: Importing) => planned({ ...now, unused: users.columns.unused }, plan, options)
      }).pipe(Effect.raceFirst(Effect.as(stopped, () => before))),
    onFailure: (error) => () => ({ ...before, file, problem: lookUpProblem(error) })
  })

/** Runs the plan, and reports its rows at the end. */
const send = (model: Model, { file, options, plan }: Importing): void => {
  if (plan === undefined) return
  // a row that is not sent stays as planned
  const rows = new Map(plan.decided.map(({ decision, row }) => [row.line, Report.reportRow(row, decision)]))
  const over =
    (problem?: string): Update =>
    (now) => ({ ...now, step: "over", endedAt: model.program.now(), problem, rows: [...rows.values()], top: 0 })
  runTask(model, {
    begin: (now) => ({ ...now, step: "sending", done: 0, total: plan.counts.rows, counts: new Map() }),
    onStop: (now) => ({ ...now, problem: "Finishing the rows under way …" }),
    use: ({ Results, Run }, stopped, update) =>
      Effect.gen(function* () {
        const results = yield* Results.open(Results.defaultPath(file), importOf(model, file))
        yield* results.begin(options)
        const report = (done: Done) =>
          Effect.sync(() => {
            // lists of users, and of pods, which count them
            model.lists.age([users.name, ...userLists])
            rows.set(done.row.line, Report.reportRow(done.row, done.outcome))
            const { state } = done.outcome
            update((now) => ({
              ...now,
              done: now.done + 1,
              counts: new Map([...now.counts, [state, (now.counts.get(state) ?? 0) + 1]])
            }))
          })
        // another process may have imported meanwhile
        yield* Effect.raceFirst(Run.run(plan.with({ results }), results, report), stopped)
        return (now: Importing) =>
          over(now.done < plan.counts.rows ? "You stopped it. Import the file again to resume." : undefined)(now)
      }),
    onFailure: (error) => {
      if (error._tag === "Halted" && error.ended !== undefined) model.account.end(error.ended)
      return over(`The import stopped. ${error.message} Import the file again to resume.`)
    }
  })
}

export const importCommands = (model: Model) => {
  const { keys, lists, notices, profile, program, ui } = model
  const update = (to: Update) => ui.updateOverlay("Import", to)
  const close = (path: string) => ui.set({ overlay: undefined, shared: { ...ui.get().shared, [draft]: path } })
  /** Closes an unfinished import; the next one starts with its path. */
  const leave = ui.on("Import", ({ field, file, step }) => close(step === "file" ? TextField.text(field) : file))
  return {
    "import.open": () => ui.open(new Importing(ui.get().shared[draft] ?? "")),
    "import.next": ui.on("Import", (now) => {
      const typed = TextField.text(now.field).trim()
      if (typed === "") notices.show("hint", noPath)
      else look(model, now, expandHome(typed))
    }),
    "import.complete": ui.on("Import", ({ field }) => {
      const typed = TextField.text(field)
      const show = ({ names, path }: Effect.Success<ReturnType<typeof completePath>>) => {
        update((now) => (TextField.text(now.field) === typed ? { ...now, field: TextField.make(path) } : now))
        showChoices(model, names, `There is no file or folder ${typed}.`)
      }
      program.run(lists.provided(Effect.map(completePath(typed), show)))
    }),
    "import.leave": leave,
    "import.close": leave,
    "import.stop": () => stopImport(model),
    "import.quit": () =>
      notices.show("hint", `The import is under way. ${keys.keyOf("import.stop")} stops it, then you can quit.`),
    "import.down": () => scrollReader(model, 1),
    "import.up": () => scrollReader(model, -1),
    "import.pageDown": () => scrollReader(model, ui.scrollLimits.page),
    "import.pageUp": () => scrollReader(model, -ui.scrollLimits.page),
    "import.all": () => update((now) => ({ ...now, showsAll: !now.showsAll, top: 0 })),
    "import.mails": () =>
      update((now) => {
        const options = { ...now.options, send_email: !now.options.send_email }
        return now.plan === undefined ? now : planned(now, now.plan.with({ options }), options)
      }),
    "import.help": ui.on("Import", (parent) => ui.set({ overlay: { _tag: "Help", top: 0 }, parent })),
    "import.ask": () =>
      update((now) => {
        if (now.plan === undefined || Report.isEmpty(now.plan.counts)) return now
        const problem = readOnlyMessage(profile, { effect: "mails" })
        return problem === undefined
          ? { ...now, step: "confirming", field: TextField.empty, problem }
          : { ...now, problem }
      }),
    "import.confirm": ui.on("Import", (now) => {
      if (now.plan === undefined) return
      const phrase = Report.confirmationPhrase(now.plan.counts)
      const typed = TextField.text(now.field).trim()
      if (typed === phrase) return send(model, now)
      if (typed !== "") update((now) => ({ ...now, problem: `That is not ${phrase}: nothing was sent.` }))
    }),
    "import.unconfirm": () => update((now) => ({ ...now, step: "ready", problem: undefined })),
    "import.done": () => {
      close("")
      model.lists.of(ui.get().screen).refresh()
    }
  }
}

/** Asks for the path of a file. */
export const noPath = "Type the path of a file, such as users.csv."

/** Shows the names that a text may become, if there is not exactly one. */
export const showChoices = ({ notices }: Pick<Model, "notices">, names: ReadonlyArray<string>, none: string): void => {
  const shown = names.length > 20 ? [...names.slice(0, 20), "…"] : names
  if (names.length !== 1) notices.show("hint", shown.join("  ") || none)
}

/** Completes a path as far as the names that begin with it agree. */
const completePath = Effect.fnUntraced(function* (typed: string) {
  const files = yield* FileSystem.FileSystem
  const at = typed.lastIndexOf("/") + 1
  const [folder, start] = [typed.slice(0, at), typed.slice(at)]
  const all = yield* Effect.orElseSucceed(files.readDirectory(expandHome(folder) || "."), (): Array<string> => [])
  const names = all.filter((name) => name.startsWith(start) && (start !== "" || !name.startsWith("."))).toSorted()
  const path = folder + (names.length === 0 ? start : commonStart(names))
  const isFolder = Effect.map(files.stat(expandHome(path)), ({ type }) => type === "Directory")
  const isWhole = names.length === 1 && (yield* Effect.orElseSucceed(isFolder, () => false))
  return { names, path: isWhole ? `${path}/` : path }
})
