import type { Errors } from "@remote-assist/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type * as Scope from "effect/Scope"

import type { Services } from "../../actions/Action.ts"
import type { FilterIgnored } from "../../import/Existing.ts"
import type { JournalHead } from "../../import/JournalLine.ts"
import type { Halted } from "../../import/Outcome.ts"
import type { Unusable } from "../../import/Unusable.ts"
import { ofScreen, Wording } from "../../import/Wording.ts"
import type { Importing } from "../../model/Importing.ts"
import type { Model } from "../../model/Model.ts"
import type { Overlay } from "../../model/Ui.ts"
import type * as Problem from "../../Problem.ts"

export type Engine = typeof import("../../import/screen.ts")

// few import, and what reads files takes a while to load
const engine = Effect.promise(() => import("../../import/screen.ts"))

export type Needs = Services | FileSystem.FileSystem | Path.Path | Scope.Scope

/** Changes the import that is on the screen. */
export const change = ({ ui }: Model, to: To) =>
  ui.update((now) => (now.overlay?._tag === "Import" ? { ...now, overlay: to(now.overlay) } : now))

/** The import that is on the screen. */
export const here = ({ ui }: Pick<Model, "ui">) => {
  const { overlay } = ui.get()
  return overlay?._tag === "Import" ? overlay : undefined
}

/** Where it goes on. */
export type To = (now: Importing) => Importing

/** What an import, or a part of it, can end with. */
export type Stopped = Halted | Unusable | FilterIgnored | Errors.ListBroken | Problem.Failure

/** Whether it is the service that did not do what it was asked. */
export const isFailure = (error: Exclude<Stopped, Halted>): error is Problem.Failure =>
  error._tag !== "Unusable" && error._tag !== "FilterIgnored" && error._tag !== "ListBroken"

/** Something of an import that takes a while. */
interface Task<E extends Stopped> {
  /** What is shown meanwhile. */
  readonly begun: To
  /** What is shown as soon as it is stopped; what was before it, where nothing is to come of it then. */
  readonly stopped: To
  /** Leads somewhere; `isStopped` is done as soon as it is to end. */
  readonly use: (
    engine: Engine,
    isStopped: Effect.Effect<void>,
    change: (to: To) => void
  ) => Effect.Effect<To, E, Needs>
  /** Where that leads which stopped it. */
  readonly failed: (error: E) => To
}

/** Runs a task of the import that is on the screen; it is told of also while the import is put aside for a log-in. */
export const running = <E extends Stopped>(model: Model, { begun, failed, stopped, use }: Task<E>): void => {
  const { account, files, lists, run, ui } = model
  const task = Symbol("task")
  const isStopped = Deferred.makeUnsafe<void>()
  const changeIt = (to: To) => {
    const of = (overlay: Overlay | undefined) =>
      overlay?._tag === "Import" && overlay.task === task ? to(overlay) : overlay
    ui.update((now) => ({ ...now, overlay: of(now.overlay), aside: of(now.aside) }))
  }
  const stop = () => {
    changeIt((now) => stopped({ ...now, stop: undefined }))
    Deferred.doneUnsafe(isStopped, Effect.void)
  }
  const end = (to: To) => changeIt((now) => ({ ...to(now), task: undefined, stop: undefined }))
  change(model, (now) => begun({ ...now, task, stop, problem: undefined }))
  run(
    Effect.flatMap(engine, (engine) => use(engine, Deferred.await(isStopped), changeIt)).pipe(
      Effect.scoped,
      Effect.provideContext(files),
      Effect.provideService(Wording, ofScreen),
      lists.provided,
      Effect.match({
        onSuccess: end,
        onFailure: (error) => {
          end(failed(error))
          if (error._tag === "Halted" && error.ended !== undefined) account.end(error.ended)
        }
      })
    )
  )
}

/** Ends what is under way, which is told of as it ends. */
export const stop = (model: Pick<Model, "ui">): void => here(model)?.stop?.()

/** Whose results are kept. */
export const headOf = ({ region }: Model, file: string): JournalHead => ({
  results_of: "remote-assist users import",
  version: 1,
  service: region.address,
  region: region.name,
  file
})
