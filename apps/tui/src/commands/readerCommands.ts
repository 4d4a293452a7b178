import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Query } from "../actions/Action.ts"
import type { Report } from "../actions/Report.ts"
import { secretsIn, lineText } from "../actions/Report.ts"
import type { Values } from "../engine/Fill.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as PageCache from "../engine/lists/PageCache.ts"
import type { Outcome, RequestEntry } from "../engine/Requests.ts"
import { runQuery } from "../engine/Tabs.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import type { ReportView } from "../model/Ui.ts"
import * as RequestRecorder from "../requests/RequestRecorder.ts"
import type { AnyResource } from "../resources/Resource.ts"
import { counted } from "../text/numbers.ts"

/** Sends a text to the clipboard, and tells whether that could be done. */
export const copyToClipboard = ({ copy, notices }: Pick<Model, "copy" | "notices">, what: string, text: string): void =>
  Result.match(copy(text), {
    onSuccess: () => notices.tell("done", `${what} is sent to the clipboard.`),
    onFailure: (why) => notices.tell("hint", `Nothing was copyToClipboard: ${why}`)
  })

const halfScreen = 10

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** Scrolls what is read over a screen. */
export const scrollReader = ({ scrollLimits, ui }: Model, lines: number): void =>
  ui.update((now) =>
    now.overlay !== undefined && "top" in now.overlay
      ? { ...now, overlay: { ...now.overlay, top: clamp(now.overlay.top + lines, scrollLimits.maxTop) } }
      : now
  )

export const scrollDetails = ({ scrollLimits, ui }: Model, lines: number): void =>
  ui.update((now) => ({ ...now, detailsTop: clamp(now.detailsTop + lines, scrollLimits.maxTop) }))

/** Opening, scrolling and closing what is read: the help, what was told, and the details of a row. */
export const readerCommands = (model: Model) => {
  const { scrollLimits, ui } = model
  const open = (_tag: "Help" | "Notices") => () => ui.update((now) => ({ ...now, overlay: { _tag, top: 0 } }))
  const scroll = (lines: number) => () => scrollReader(model, lines)
  const scrolled = (lines: number) => () => scrollDetails(model, lines)
  return {
    "help.open": open("Help"),
    "notices.open": open("Notices"),
    "reader.close": () => ui.update((now) => ({ ...now, overlay: undefined })),
    "reader.down": scroll(1),
    "reader.up": scroll(-1),
    "reader.pageDown": () => scroll(scrollLimits.page)(),
    "reader.pageUp": () => scroll(-scrollLimits.page)(),
    "list.other": () => ui.update((now) => ({ ...now, pane: "details", details: true })),
    "details.leave": () =>
      ui.update((now) => ({ ...now, pane: "list", details: now.details && !now.isFull, isFull: false, detailsTop: 0 })),
    "details.down": scrolled(1),
    "details.up": scrolled(-1),
    "details.pageDown": scrolled(halfScreen),
    "details.pageUp": scrolled(-halfScreen)
  }
}

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

const choiceOf = ({ method, number, outcome, path }: RequestEntry): Menu.Choice => ({
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
export const openRequest = ({ curlOf, requests, run, ui }: Model, number: number): string | undefined => {
  const sent = requests.state.get().find((each) => each.number === number)
  if (sent === undefined) return `There is no request ${number} any more.`
  const { method, outcome, outgoing, path } = sent
  const title = `${method} ${path}`
  const show = showing(ui)
  run(Effect.map(curlOf(outgoing), (curl) => show(title, outcomeText(outcome), curl)))
  return undefined
}

/** The requests that were sent, and the one of the list on screen, as lines for curl; and copies of a row. */
export const requestCommands = (model: Model) => {
  const { curlOf, lists, notices, requests, run, ui } = model

  const copyRow = (what: (name: string) => string, lineText: (row: unknown) => string) => () => {
    const { screen } = ui.get()
    const row = ListState.selected(lists.of(screen).state.get())
    if (row === undefined) return notices.tell("hint", `Nothing was copyToClipboard: no ${screen.one} is selected.`)
    copyToClipboard(model, what(screen.nameOf(row)), lineText(row))
  }

  /** Runs with the request that the page on screen is asked for by. */
  const ofList = (use: (curl: string, outgoing: RequestRecorder.Outgoing) => void) => () => {
    const { screen } = ui.get()
    const { cache, filter, order, view } = lists.of(screen).state.get()
    const read = screen.read(filter, PageCache.pageOf(cache.pageSize, view.cursor), order)
    run(
      Effect.flatMap(Effect.option(lists.provided(RequestRecorder.firstRequest(read))), (recorded) => {
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
    "copy.curl": ofList((curl) => copyToClipboard(model, "The line for curl", curl)),
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
      if (overlay?._tag === "Request") copyToClipboard(model, "The line for curl", overlay.curl)
    }
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the query is of the resource
type Any = any

const asking = (title: string): ReportView => ({
  _tag: "Report",
  top: 0,
  title,
  report: undefined,
  problem: undefined,
  isRevealed: false
})

/** Shows a report that there is. */
export const showReport = ({ ui }: Pick<Model, "ui">, report: Report): void =>
  ui.update((now) => ({ ...now, overlay: { ...asking(report.title), report } }))

/** Asks, and shows what was found out; `onFound` is told once something was. */
export const askReport = (
  model: Model,
  query: Query<Any>,
  values: Values,
  resource: AnyResource,
  row: Any,
  onFound: () => void = () => undefined
): void => {
  const { notices, run, ui } = model
  const title = `${query.label} ${row === undefined ? (query.object ?? "") : resource.nameOf(row)}`.trim()
  const before = ui.get().overlay
  const again = () => askReport(model, query, values, resource, row, onFound)
  const asked = Symbol(title)
  const reading: ReportView = before?._tag === "Report" ? { ...before, problem: undefined } : asking(title)
  ui.update((now) => ({ ...now, overlay: { ...reading, asked, again } }))
  run(
    Effect.map(runQuery(model, query, values, resource, row), (answer) => {
      if (answer?.problem !== undefined)
        notices.note(`Could not ${title}. ${answer.problem.what} ${answer.problem.todo}`)
      else if (answer !== undefined) onFound()
      ui.update((now) => {
        // left, or something else was asked meanwhile
        if (answer === undefined || now.overlay?._tag !== "Report" || now.overlay.asked !== asked) return now
        const { problem, report = now.overlay.report } = answer
        return { ...now, overlay: { ...now.overlay, title: report?.title ?? now.overlay.title, report, problem } }
      })
    })
  )
}

const textsOf = (report: Report) =>
  report.parts
    .flatMap(({ lines, title }) => [
      ...(title === undefined ? [] : [title]),
      ...lines.map((line) =>
        line.label === undefined ? lineText(line, false) : `${line.label}: ${lineText(line, false)}`
      )
    ])
    .join("\n")

/** Reading what was found out, and what is secret of a row. */
export const reportCommands = (model: Model) => {
  const { lists, notices, ui } = model
  return {
    "report.reveal": () =>
      ui.update((now) =>
        now.overlay?._tag === "Report"
          ? { ...now, overlay: { ...now.overlay, isRevealed: !now.overlay.isRevealed } }
          : now
      ),
    "report.copy": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Report" || overlay.report === undefined) return
      const [secret] = secretsIn(overlay.report)
      if (secret === undefined) return copyToClipboard(model, "What is to be read here", textsOf(overlay.report))
      copyToClipboard(model, "The secret", Redacted.value(secret))
    },
    "report.again": () => {
      const { overlay } = ui.get()
      // what is shown of something that was made is not asked for
      if (overlay?._tag === "Report" && (overlay.report !== undefined || overlay.problem !== undefined))
        overlay.again?.()
    },
    "secret.reveal": () => {
      const { revealed, screen } = ui.get()
      const row = ListState.selected(lists.of(screen).state.get())
      if (row === undefined || screen.secret?.value(row) === undefined)
        return notices.tell("hint", `There is no secret of this ${screen.one}.`)
      const id = screen.idOf(row)
      ui.update((now) => ({ ...now, revealed: revealed === id ? undefined : id, details: true }))
    },
    "secret.copy": () => {
      const { screen } = ui.get()
      const row = ListState.selected(lists.of(screen).state.get())
      const secret = row === undefined ? undefined : screen.secret?.value(row)
      if (secret === undefined)
        return notices.tell("hint", `Nothing was copyToClipboard: there is no secret of this ${screen.one}.`)
      copyToClipboard(
        model,
        `The ${screen.secret?.label.toLowerCase() ?? "secret"} of ${screen.nameOf(row)}`,
        Redacted.value(secret)
      )
    }
  }
}
