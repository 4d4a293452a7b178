import type { Http } from "@remote-assist/core"
import { pluralize } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { FormValues, Query } from "../actions/Action.ts"
import { lineText, secretsIn } from "../actions/Report.ts"
import type { Report } from "../actions/Report.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as PageCache from "../engine/lists/PageCache.ts"
import { runQuery } from "../engine/Tabs.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import { ReportView } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"
import * as Requests from "../requests/Requests.ts"
import type { LoggedRequest, Outcome, RequestEntry } from "../requests/Requests.ts"
import { idOfService } from "../resources/Resource.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"

/** Copies a text to the clipboard, and shows whether it was sent. */
export const copyToClipboard = ({ clipboard, notices }: Model, what: string, text: string): void =>
  Result.match(clipboard.copy(text), {
    onSuccess: () => notices.show("done", `${what} is sent to the clipboard.`),
    onFailure: (why) => notices.show("hint", `Nothing was copied: ${why}`)
  })

const halfPage = 10

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max))

/** Scrolls an overlay. */
export const scrollReader = ({ ui }: Model, lines: number): void =>
  ui.update((now) =>
    now.overlay !== undefined && "top" in now.overlay
      ? { ...now, overlay: { ...now.overlay, top: clamp(now.overlay.top + lines, ui.scrollLimits.maxTop) } }
      : now
  )

export const scrollDetails = ({ ui }: Model, lines: number): void =>
  ui.set({ detailsTop: clamp(ui.get().detailsTop + lines, ui.scrollLimits.maxTop) })

export const readerCommands = (model: Model) => {
  const { ui } = model
  const open = (_tag: "Help" | "Notices") => () => ui.open({ _tag, top: 0 })
  const details = (lines: number) => () => scrollDetails(model, lines)
  return {
    "help.open": open("Help"),
    "help.search": () => ui.open({ _tag: "HelpSearch", top: 0, field: TextField.empty }),
    "help.all": open("Help"),
    "help.down": () => scrollReader(model, 1),
    "help.up": () => scrollReader(model, -1),
    "notices.open": open("Notices"),
    "reader.close": () => ui.set({ overlay: ui.get().parent, parent: undefined }),
    "reader.down": () => scrollReader(model, 1),
    "reader.up": () => scrollReader(model, -1),
    "reader.pageDown": () => scrollReader(model, ui.scrollLimits.page),
    "reader.pageUp": () => scrollReader(model, -ui.scrollLimits.page),
    "list.other": () => ui.set({ pane: "details", details: true }),
    "details.leave": () => {
      const { details, isFull } = ui.get()
      ui.set({ pane: "list", details: details && !isFull, isFull: false, detailsTop: 0 })
    },
    "details.down": details(1),
    "details.up": details(-1),
    "details.pageDown": details(halfPage),
    "details.pageUp": details(-halfPage)
  }
}

const formatOutcome = (outcome: Outcome): string => {
  switch (outcome._tag) {
    case "Pending":
      return "no answer yet"
    case "Answered":
      return `${outcome.status}, ${outcome.took} ms, ${pluralize(outcome.bytes, "byte")}`
    case "Lost":
      return `lost after ${outcome.took} ms: ${outcome.why}`
  }
}

const toChoice = ({ method, number, outcome, path }: RequestEntry): Menu.Choice => ({
  label: `${method} ${path}`,
  detail: formatOutcome(outcome),
  command: `request ${number}`
})

/** Formats a request as a curl command. The code is loaded on demand, because few users need it. */
const formatCurl = ({ region }: Model, request: LoggedRequest) =>
  Effect.map(
    Effect.promise(() => import("../requests/curl.ts")),
    (curl) => curl.format(request, region)
  )

/** Shows a request, unless the user has left the screen meanwhile. */
const showRequest = (model: Model, title: string, outcome: string, request: LoggedRequest) => {
  const { program, ui } = model
  const { overlay, screen } = ui.get()
  program.run(
    Effect.map(formatCurl(model, request), (curl) =>
      ui.update((now) =>
        now.overlay === overlay && now.screen === screen
          ? { ...now, overlay: { _tag: "Request", top: 0, title, outcome, curl } }
          : now
      )
    )
  )
}

/** Shows a logged request by its number; returns an error if there is none. */
export const openRequest = (model: Model, text: string): string | void => {
  if (!/^\d+$/.test(text)) return `request takes a number; ${model.keys.keyOf("request.log")} shows them.`
  const entry = model.requests.state.get().find(({ number }) => number === Number(text))
  if (entry === undefined) return `There is no request ${Number(text)}.`
  showRequest(model, `${entry.method} ${entry.path}`, formatOutcome(entry.outcome), entry.outgoing)
}

export const requestCommands = (model: Model) => {
  const { lists, notices, program, requests, ui } = model

  const copyRow =
    (
      what: string,
      format: (resource: AnyResource, row: AnyRow) => readonly [title: string, text: string] | undefined
    ) =>
    () => {
      const { screen } = ui.get()
      const row: AnyRow = ListState.selected(lists.of(screen).state.get())
      if (row === undefined) return notices.show("hint", `Nothing was copied: no ${screen.one} is selected.`)
      const copied = format(screen, row)
      if (copied === undefined) return notices.show("hint", `This screen has no ${what} to copy.`)
      copyToClipboard(model, ...copied)
    }

  /** Uses the request of the page on screen. */
  const withListRequest = (use: (request: Http.HttpRequest) => void) => () => {
    const { screen } = ui.get()
    const { cache, filter, order, view } = lists.of(screen).state.get()
    const read = screen.read(filter, PageCache.pageOf(cache.pageSize, view.cursor), order)
    program.run(
      Effect.map(Effect.option(lists.provided(Requests.firstRequest(read))), (recorded) => {
        const request = Option.getOrUndefined(recorded)
        if (request === undefined) notices.show("hint", "This list sends no request.")
        else use(request)
      })
    )
  }

  return {
    "copy.name": copyRow("name", ({ facts, idle, nameOf }, row) => {
      if (idle?.(row).includes("copy.name") === true) return undefined
      const name = nameOf(row)
      const [label = ""] = facts.find(([, value]) => value(row) === name) ?? []
      return [label === "" ? name : `The ${label.toLowerCase()} ${name}`, name]
    }),
    "copy.id": copyRow("id", (resource, row) => {
      const id = idOfService(resource)?.(row)
      return id == null ? undefined : [`The id of ${resource.nameOf(row)}`, id]
    }),
    "copy.json": copyRow("JSON", ({ fields, nameOf }, row) => {
      const json = Object.fromEntries(fields.map(({ name, value }) => [name, value(row) ?? null]))
      return [`The JSON of ${nameOf(row)}`, JSON.stringify(json, undefined, 2)]
    }),
    "copy.curl": withListRequest((request) =>
      program.run(Effect.map(formatCurl(model, request), (curl) => copyToClipboard(model, "The curl command", curl)))
    ),
    "request.ofList": withListRequest((request) =>
      showRequest(model, `${request.method} ${request.url}`, "as this list sends it", request)
    ),
    "request.log": () => {
      const entries = requests.state.get()
      if (entries.length === 0) return notices.show("hint", "Nothing was sent yet.")
      const title = "Requests, newest first"
      ui.open(Menu.open("requests", title, entries.toReversed().map(toChoice)))
    },
    "request.copyCurl": ui.on("Request", ({ curl }) => copyToClipboard(model, "The curl command", curl))
  }
}

/** Runs a query, and shows its report; calls `onFound` if there is no problem. */
export const showQuery = (
  model: Model,
  query: Query<AnyRow>,
  values: FormValues,
  resource: AnyResource,
  row: AnyRow,
  onFound: () => void = () => undefined
): void => {
  const { notices, program, ui } = model
  const title = `${query.label} ${row === undefined ? (query.object ?? "") : resource.nameOf(row)}`.trim()
  const before = ui.overlayOf("Report")
  const again = () => showQuery(model, query, values, resource, row, onFound)
  const queryId = Symbol(title)
  const view: ReportView = before === undefined ? new ReportView(title) : { ...before, problem: undefined }
  ui.open({ ...view, queryId, again })
  program.run(
    Effect.map(runQuery(model, query, values, resource, row), (answer) => {
      if (answer === undefined) return
      const { problem, report } = answer
      if (problem === undefined) onFound()
      else notices.note(Problem.formatOf(title, problem))
      ui.updateOverlay("Report", (now) => {
        // the user has run another query
        if (now.queryId !== queryId) return now
        const shown = report ?? now.report
        return { ...now, title: shown?.title ?? now.title, report: shown, problem, answers: now.answers + 1 }
      })
    })
  )
}

const reportText = ({ parts }: Report) =>
  parts
    .flatMap(({ lines, title }) => [
      ...(title === undefined ? [] : [title]),
      ...lines.map((line) => `${line.label === undefined ? "" : `${line.label}: `}${lineText(line, false)}`)
    ])
    .join("\n")

export const reportCommands = (model: Model) => {
  const { lists, notices, ui } = model

  const selectedSecret = () => {
    const { screen } = ui.get()
    const row: AnyRow = ListState.selected(lists.of(screen).state.get())
    return { screen, row, secret: row === undefined ? undefined : screen.secret?.value(row) }
  }

  return {
    "report.reveal": () => ui.updateOverlay("Report", (now) => ({ ...now, isRevealed: !now.isRevealed })),
    "report.copy": ui.on("Report", ({ report }) => {
      if (report === undefined) return
      const [secret] = secretsIn(report)
      if (secret === undefined) return copyToClipboard(model, "The text", reportText(report))
      copyToClipboard(model, "The secret", Redacted.value(secret))
    }),
    "report.again": ui.on("Report", ({ again, problem, report }) => {
      if (report !== undefined || problem !== undefined) again?.()
    }),
    "secret.reveal": () => {
      const { row, screen, secret } = selectedSecret()
      if (secret === undefined) return notices.show("hint", `There is no secret of this ${screen.one}.`)
      const id = screen.idOf(row)
      ui.set({ revealed: ui.get().revealed === id ? undefined : id, details: true })
    },
    "secret.copy": () => {
      const { row, screen, secret } = selectedSecret()
      if (secret === undefined)
        return notices.show("hint", `Nothing was copied: there is no secret of this ${screen.one}.`)
      const label = screen.secret?.label.toLowerCase() ?? "secret"
      copyToClipboard(model, `The ${label} of ${screen.nameOf(row)}`, Redacted.value(secret))
    }
  }
}
