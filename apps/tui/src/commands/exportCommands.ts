import { Page } from "@remote-assist/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import * as Problem from "../Problem.ts"
import { writtenTo } from "../renderers/headless/File.ts"
import * as Format from "../renderers/headless/Format.ts"
import type { AnyResource } from "../resources/registry.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- fields and rows are of one resource
type Any = any

const counted = new Intl.NumberFormat("en-US")

/** Writes what a filter lists to a file, as CSV. */
const written = ({ exporting, lists }: Model, resource: AnyResource, filter: string, path: string) =>
  writtenTo(path, (to) => {
    const { begin, end, page } = Format.csv<Any>(resource.fields, false)
    let read = 0
    const readPage = (number: number) =>
      Effect.tap(lists.provided(resource.read(filter, number)), ({ total_entries }) =>
        Effect.sync(() => exporting.update((now) => now && { ...now, of: total_entries }))
      )
    return to.write(begin).pipe(
      Effect.andThen(
        Stream.runForEachArray(Page.stream<Any, Any, never>(readPage), (rows) => {
          read += rows.length
          exporting.update((now) => now && { ...now, read })
          return to.write(page(rows))
        })
      ),
      Effect.andThen(to.write(end)),
      Effect.map(() => read)
    )
  })

const isFailure = (error: unknown): error is Problem.Failure =>
  typeof error === "object" && error !== null && "_tag" in error && "method" in error

const whyOf = (error: unknown, doing: string): string => {
  if (isFailure(error)) {
    const { todo, what } = Problem.of(doing, error, "Correct the filter, or log in as somebody who may see this.")
    return `${what} ${todo}`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Writing what is listed to a file. */
export const make = (model: Model) => {
  const { exporting, files, lists, notices, run, ui } = model
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))

  const start = (resource: AnyResource, filter: string, path: string) => {
    const stopped = Deferred.makeUnsafe<void>()
    const stop = () => void Deferred.doneUnsafe(stopped, Effect.void)
    exporting.update(() => ({ path, read: 0, of: undefined, stop }))
    const many = resource.title.toLowerCase()
    run(
      Effect.provideContext(written(model, resource, filter, path), files).pipe(
        Effect.raceFirst(Deferred.await(stopped)),
        Effect.match({
          onSuccess: (count) =>
            count === undefined
              ? notices.tell("hint", `Nothing was written to ${path}: it was stopped.`)
              : notices.tell(
                  "done",
                  `${counted.format(count)} ${count === 1 ? resource.one : many} written to ${path}.`
                ),
          onFailure: (error) =>
            notices.tell("problem", `Nothing was written to ${path}. ${whyOf(error, `list the ${many}`)}`)
        }),
        Effect.ensuring(Effect.sync(() => exporting.update(() => undefined)))
      )
    )
  }

  return {
    "export.open": () => {
      if (exporting.get() !== undefined)
        return notices.tell("hint", `Still writing ${exporting.get()?.path}: wait for it, or stop it.`)
      const field = TextField.of(`${ui.get().screen.name}.csv`)
      ui.update((now) => ({ ...now, overlay: { _tag: "Export", field } }))
    },
    "export.apply": () => {
      const { overlay, screen } = ui.get()
      if (overlay?._tag !== "Export") return
      const path = TextField.textOf(overlay.field).trim()
      if (path === "") return
      close()
      start(screen, lists.of(screen).state.get().filter, path)
    },
    "export.cancel": close
  }
}
