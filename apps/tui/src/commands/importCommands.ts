import * as Viewport from "../engine/lists/pages/Viewport.ts"
import { homePath } from "../homePath.ts"
import * as Edited from "../import/edited.ts"
import * as Form from "../model/Form.ts"
import { begun, phraseFor, selected } from "../model/Importing.ts"
import type { Importing } from "../model/Importing.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import * as ReadOnly from "../profiles/ReadOnly.ts"
import { apply, edit } from "./importing/editing.ts"
import { decide, look } from "./importing/looking.ts"
import { read } from "./importing/reading.ts"
import { isNoteworthy, rowOf, shownBy } from "./importing/rows.ts"
import { stop } from "./importing/running.ts"
import { send } from "./importing/sending.ts"
import { undo } from "./importing/undoing.ts"

const fields = {
  name: { flag: "name", takes: "text", help: "Name as others see it" },
  email: { flag: "email", label: "E-mail", takes: "text", help: "E-mail address, to log in with" },
  role: { flag: "role", takes: "text", help: "Name of the role; User unless given" },
  pods: {
    flag: "pods",
    takes: "text",
    help: "Names or ids of pods, with ; between them; the default pod unless given"
  },
  mail: { flag: "mail", label: "Welcome e-mail", takes: "text", help: "yes or no; yes unless given" }
} as const

/** The name of the path, where what was typed is kept. */
const kept = "import.file"

const moved =
  (move: (view: Viewport.Viewport) => Viewport.Viewport) =>
  (now: Importing): Importing => ({ ...now, view: move(now.view) })

/** Importing users: from the path of a file to what became of each row. */
export const make = (model: Model) => {
  const { keys, notices, profile, reach, ui } = model
  const here = (): Importing | undefined => {
    const { overlay } = ui.get()
    return overlay?._tag === "Import" ? overlay : undefined
  }
  const change = (to: (now: Importing) => Importing) =>
    ui.update((now) => (now.overlay?._tag === "Import" ? { ...now, overlay: to(now.overlay) } : now))
  const close = (path = "") => ui.update((now) => ({ ...now, overlay: undefined, kept: { ...now.kept, [kept]: path } }))
  /** Leaves an import that is not over; its path is there when the next is begun. */
  const leave = () => {
    const now = here()
    close(now?.step === "file" ? TextField.textOf(now.field) : now?.file)
  }
  const move = (to: (view: Viewport.Viewport) => Viewport.Viewport) => () => change(moved(to))

  /** Goes to the next row, or the one before, with which something is. */
  const toProblem = (step: 1 | -1) => () =>
    change((now) => {
      for (let at = now.view.cursor + step; at >= 0 && at < now.shown.length; at += step)
        if (isNoteworthy(now.shown[at])) return { ...now, view: Viewport.moveTo(now.view, at) }
      return now
    })

  const next = () => {
    const now = here()
    if (now === undefined) return
    const typed = TextField.textOf(now.field).trim()
    if (now.step === "file" && typed !== "") return read(model, homePath(typed), "")
    if (now.step === "columns")
      return typed === "" && now.draft !== undefined ? look(model) : read(model, now.file, typed)
  }

  return {
    "import.open": () =>
      ui.update((now) => ({ ...now, overlay: { ...begun, field: TextField.of(now.kept[kept] ?? "") } })),
    "import.next": next,
    "import.leave": () => {
      const now = here()
      if (now?.step === "columns")
        return change((now) => ({ ...now, step: "file", problem: undefined, field: TextField.of(now.file) }))
      leave()
    },
    "import.stop": () => stop(model),
    "import.quit": () =>
      notices.tell("hint", `The import is under way: ${keys.keyOf("import.stop")} stops it, and then one can quit.`),
    "import.down": move((view) => Viewport.moveBy(view, 1)),
    "import.up": move((view) => Viewport.moveBy(view, -1)),
    "import.pageDown": () => move((view) => Viewport.moveBy(view, reach.page))(),
    "import.pageUp": () => move((view) => Viewport.moveBy(view, -reach.page))(),
    "import.start": move(Viewport.toStart),
    "import.end": move(Viewport.toEnd),
    "import.problem": toProblem(1),
    "import.problemBefore": toProblem(-1),
    "import.all": () => change((now) => shownBy({ ...now, showsAll: !now.showsAll }, now.rows)),
    "import.edit": () => {
      const row = here() === undefined ? undefined : rowOf(here())
      if (row === undefined) return notices.tell("hint", "No line is selected.")
      edit(model, row, (texts) => Form.of(fields, texts))
    },
    "import.apply": () => apply(model),
    "import.unedit": () => change((now) => ({ ...now, step: "ready", form: undefined, problem: undefined })),
    "import.skip": () =>
      decide(model, (now) => {
        const line = selected(now)?.told.line
        return line === undefined ? {} : { edits: Edited.skipped(now.edits, line) }
      }),
    "import.mails": () => decide(model, ({ policy }) => ({ policy: { ...policy, sendEmail: !policy.sendEmail } })),
    "import.reactivate": () =>
      decide(model, ({ policy }) => ({ policy: { ...policy, reactivate: !policy.reactivate } })),
    "import.update": () => {
      const { policy } = here() ?? {}
      if (policy !== undefined)
        look(model, { policy: { ...policy, existing: policy.existing === "update" ? "skip" : "update" } })
    },
    "import.ask": () => {
      const now = here()
      if (now?.survey === undefined) return
      const barred = ReadOnly.refusal(profile, { effect: "mails" })
      const { change: changed, create } = now.survey.counts
      if (barred !== undefined || create + changed === 0)
        return change((now) => ({ ...now, problem: barred ?? "There is nothing to send." }))
      change((now) => ({ ...now, step: "confirming", field: TextField.empty, problem: undefined }))
    },
    "import.confirm": () => {
      const now = here()
      if (now === undefined) return
      const phrase = phraseFor(now)
      if (TextField.textOf(now.field).trim() !== phrase)
        return change((now) => ({ ...now, problem: `That is not ${phrase}: nothing was sent.` }))
      return now.step === "undoing" ? undo(model) : send(model)
    },
    "import.unconfirm": () =>
      change((now) => ({ ...now, step: now.step === "undoing" ? now.undoFrom : "ready", problem: undefined })),
    "import.undo": () => {
      const now = here()
      if (now === undefined) return
      const barred = ReadOnly.refusal(profile, { effect: "reversible" })
      if (barred !== undefined || now.toUndo.all === 0)
        return change((now) => ({ ...now, problem: barred ?? "There is nobody whom this import created." }))
      change((now) => ({
        ...now,
        step: "undoing",
        undoFrom: now.step === "over" ? "over" : "ready",
        field: TextField.empty,
        problem: undefined
      }))
    },
    "import.close": leave,
    "import.done": () => {
      const toUndo = here()?.toUndo.all ?? 0
      close()
      model.lists.of(ui.get().screen).refresh()
      if (toUndo > 0)
        notices.tell(
          "hint",
          `To undo the import later, import the file again, and press ${keys.keyOf("import.undo")} in its dry run.`
        )
    }
  }
}
