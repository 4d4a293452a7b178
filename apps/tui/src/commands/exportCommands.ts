import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import { homePath } from "../homePath.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { AnyResource } from "../resources/registry.ts"
import { manyOf } from "../resources/Resource.ts"
import { counted } from "../text/numbers.ts"

const isThere = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => Effect.orElseSucceed(files.exists(path), () => false))

/** Writing what is listed to a file. */
export const make = (model: Model) => {
  const { account, exporting, files, lists, notices, run, ui } = model
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))

  const start = (resource: AnyResource, listed: { filter: string; order: string }, path: string) => {
    const stopped = Deferred.makeUnsafe<void>()
    const stop = () => void Deferred.doneUnsafe(stopped, Effect.void)
    exporting.update(() => ({ path, read: 0, of: undefined, stop }))
    const many = manyOf(resource)
    const { dataOf } = account.state.get()
    // who logs in next is told nothing of it
    const tell: typeof notices.tell = (...told) => {
      if (account.state.get().dataOf === dataOf) notices.tell(...told)
    }
    run(
      Effect.flatMap(
        Effect.promise(() => import("./exported.ts")),
        ({ whyOf, written }) =>
          Effect.provideContext(written(model, resource, listed, path), files).pipe(
            Effect.raceFirst(Deferred.await(stopped)),
            Effect.match({
              onSuccess: (count) =>
                count === undefined
                  ? tell("hint", `Nothing was written to ${path}: it was stopped.`)
                  : tell("done", `${counted.format(count)} ${count === 1 ? resource.one : many} written to ${path}.`),
              onFailure: (error) =>
                tell("problem", `Nothing was written to ${path}. ${whyOf(error, `list the ${many}`)}`)
            }),
            Effect.ensuring(Effect.sync(() => exporting.update(() => undefined)))
          )
      )
    )
  }

  return {
    "export.open": () => {
      if (exporting.get() !== undefined)
        return notices.tell("hint", `Still writing ${exporting.get()?.path}: wait for it, or stop it.`)
      const field = TextField.of(`${ui.get().screen.name}.csv`)
      ui.update((now) => ({ ...now, overlay: { _tag: "Export", field, replaces: false } }))
    },
    "export.apply": () => {
      const { overlay, screen } = ui.get()
      if (overlay?._tag !== "Export") return
      const path = homePath(TextField.textOf(overlay.field))
      if (path === "") return
      const { filter, order } = lists.of(screen).state.get()
      const go = () => {
        close()
        start(screen, { filter, order }, path)
      }
      if (overlay.replaces) return go()
      run(
        Effect.map(Effect.provideContext(isThere(path), files), (there) => {
          // left, or begun already
          if (ui.get().overlay !== overlay) return
          if (!there) return go()
          ui.update((now) => ({ ...now, overlay: { ...overlay, replaces: true } }))
        })
      )
    },
    "export.cancel": close
  }
}
