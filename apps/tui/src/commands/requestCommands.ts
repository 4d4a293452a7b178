import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { Outcome, Sent } from "../engine/connection/Requests.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as PageCache from "../engine/lists/pages/PageCache.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as Recording from "../requests/Recording.ts"
import { counted } from "../text/numbers.ts"
import { copied } from "./copied.ts"

const outcomeText = (outcome: Outcome): string => {
  switch (outcome._tag) {
    case "Pending":
      return "no answer yet"
    case "Answered":
      return `${outcome.status}, ${outcome.took} ms, ${counted.format(outcome.bytes)} bytes`
    case "Lost":
      return `lost after ${outcome.took} ms: ${outcome.why}`
  }
}

const choiceOf = ({ method, number, outcome, path }: Sent): Menu.Choice => ({
  label: `${method} ${path}`,
  detail: outcomeText(outcome),
  command: `request ${number}`
})

/** Shows a request, unless one has gone elsewhere since it was asked for. */
const showing = (ui: Model["ui"]) => {
  const { overlay, screen } = ui.get()
  return (title: string, outcome: string, curl: string) =>
    ui.update((now) =>
      now.overlay === overlay && now.screen === screen
        ? { ...now, overlay: { _tag: "Request", top: 0, title, outcome, curl } }
        : now
    )
}

/** Shows a request that was sent, by its number; says why where it cannot. */
export const open = ({ curlOf, requests, run, ui }: Model, number: number): string | undefined => {
  const sent = requests.state.get().find((each) => each.number === number)
  if (sent === undefined) return `There is no request ${number} any more.`
  const { method, outcome, outgoing, path } = sent
  const title = `${method} ${path}`
  const show = showing(ui)
  run(Effect.map(curlOf(outgoing), (curl) => show(title, outcomeText(outcome), curl)))
  return undefined
}

/** The requests that were sent, and the one of the list on screen, as lines for curl; and copies of a row. */
export const make = (model: Model) => {
  const { curlOf, lists, notices, requests, run, ui } = model

  const copyRow = (what: (name: string) => string, textOf: (row: unknown) => string) => () => {
    const { screen } = ui.get()
    const row = ListState.selected(lists.of(screen).state.get())
    if (row === undefined) return notices.tell("hint", `Nothing was copied: no ${screen.one} is selected.`)
    copied(model, what(screen.nameOf(row)), textOf(row))
  }

  /** Runs with the request that the page on screen is asked for by. */
  const ofList = (use: (curl: string, outgoing: Recording.Outgoing) => void) => () => {
    const { screen } = ui.get()
    const { cache, filter, order, view } = lists.of(screen).state.get()
    const read = screen.read(filter, PageCache.pageOf(cache.pageSize, view.cursor), order)
    run(
      Effect.flatMap(Effect.option(lists.provided(Recording.first(read))), (recorded) => {
        const outgoing = Option.getOrUndefined(recorded)
        return outgoing === undefined
          ? Effect.sync(() => notices.tell("hint", "This list sends no request."))
          : Effect.map(curlOf(outgoing), (curl) => use(curl, outgoing))
      })
    )
  }

  return {
    "copy.name": copyRow(
      (name) => name,
      (row) => ui.get().screen.nameOf(row)
    ),
    "copy.id": copyRow(
      (name) => `The id of ${name}`,
      (row) => String(ui.get().screen.idOf(row))
    ),
    "copy.json": copyRow(
      (name) => `${name} as JSON`,
      (row) =>
        JSON.stringify(
          Object.fromEntries(ui.get().screen.fields.map(({ name, value }) => [name, value(row) ?? null])),
          undefined,
          2
        )
    ),
    "copy.curl": ofList((curl) => copied(model, "The line for curl", curl)),
    "request.ofList": () => {
      const show = showing(ui)
      ofList((curl, { method, url }) => show(`${method} ${url}`, "as this list sends it", curl))()
    },
    "request.log": () => {
      const sent = requests.state.get()
      if (sent.length === 0) return notices.tell("hint", "Nothing was sent yet.")
      const title = "What was sent, the last first"
      ui.update((now) => ({ ...now, overlay: Menu.open("requests", title, sent.toReversed().map(choiceOf)) }))
    },
    "request.copyCurl": () => {
      const { overlay } = ui.get()
      if (overlay?._tag === "Request") copied(model, "The line for curl", overlay.curl)
    }
  }
}
