import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { Inquiry } from "../actions/Inquiry.ts"
import { secretsOf, textOf } from "../actions/Report.ts"
import type { Report } from "../actions/Report.ts"
import type { Values } from "../engine/changes/Fill.ts"
import * as Inquiries from "../engine/inquiries/Inquiries.ts"
import * as ListState from "../engine/lists/ListState.ts"
import type { Model } from "../model/Model.ts"
import type { Reading } from "../model/Ui.ts"
import type { AnyResource } from "../resources/registry.ts"
import { copied } from "./copied.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- the inquiry is of the resource
type Any = any

const asking = (title: string): Reading => ({
  _tag: "Report",
  top: 0,
  title,
  report: undefined,
  problem: undefined,
  isRevealed: false
})

/** Shows a report that there is. */
export const show = ({ ui }: Pick<Model, "ui">, report: Report): void =>
  ui.update((now) => ({ ...now, overlay: { ...asking(report.title), report } }))

/** Asks, and shows what was found out; `onFound` is told once something was. */
export const ask = (
  model: Model,
  inquiry: Inquiry<Any>,
  values: Values,
  resource: AnyResource,
  row: Any,
  onFound: () => void = () => undefined
): void => {
  const { notices, run, ui } = model
  const title = `${inquiry.label} ${row === undefined ? (inquiry.object ?? "") : resource.nameOf(row)}`.trim()
  const before = ui.get().overlay
  const again = () => ask(model, inquiry, values, resource, row, onFound)
  const asked = Symbol(title)
  const reading: Reading = before?._tag === "Report" ? { ...before, problem: undefined } : asking(title)
  ui.update((now) => ({ ...now, overlay: { ...reading, asked, again } }))
  run(
    Effect.map(Inquiries.ask(model, inquiry, values, resource, row), (answer) => {
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
      ...lines.map((line) => (line.label === undefined ? textOf(line, false) : `${line.label}: ${textOf(line, false)}`))
    ])
    .join("\n")

/** Reading what was found out, and what is secret of a row. */
export const make = (model: Model) => {
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
      const [secret] = secretsOf(overlay.report)
      if (secret === undefined) return copied(model, "What is to be read here", textsOf(overlay.report))
      copied(model, "The secret", Redacted.value(secret))
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
        return notices.tell("hint", `Nothing was copied: there is no secret of this ${screen.one}.`)
      copied(
        model,
        `The ${screen.secret?.label.toLowerCase() ?? "secret"} of ${screen.nameOf(row)}`,
        Redacted.value(secret)
      )
    }
  }
}
