import * as ListState from "../engine/lists/ListState.ts"
import * as Viewport from "../engine/lists/Viewport.ts"
import type { Mouse } from "../input/Mouse.ts"
import { screenCommand } from "../keymap/Keys.ts"
import * as Form from "../model/Form.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Spot, Target } from "../view/View.ts"
import { currentContexts } from "./dispatch.ts"
import { changedForm, editedField } from "./formCommands.ts"
import { selectRow } from "./listCommands.ts"
import { scrollDetails, scrollReader } from "./readerCommands.ts"

/** Lines that one notch of the wheel scrolls. */
const linesPerNotch = 3

/** Two clicks on a row within so many milliseconds are a double click. */
const doubleClickTime = 400

type Rows = Extract<Target, { readonly _tag: "Rows" }>
type Choices = Extract<Target, { readonly _tag: "Choices" }>

/** Creates a function that selects, scrolls or opens the target of the mouse. It changes nothing at the service. */
export const dispatchMouse = (model: Model, run: (command: string) => void): ((mouse: Mouse, spot: Spot) => void) => {
  const { lists, notices, program, ui } = model
  let last: { readonly id: unknown; readonly at: number } | undefined

  const isIn = (context: string) => currentContexts(model).includes(context)

  const select = ({ rowAt, top }: Rows, at: number) => {
    const { screen } = ui.get()
    const row = rowAt(top + at)?.row
    // the row may have moved since it was drawn
    const id = row === undefined ? undefined : screen.idOf(row)
    const index = id === undefined ? top + at : ListState.indexOf(lists.of(screen).state.get(), screen.idOf, id)
    const isDouble = id !== undefined && last?.id === id && program.now() - last.at < doubleClickTime
    last = isDouble || id === undefined ? undefined : { id, at: program.now() }
    if (index === undefined) return
    ui.update((now) => ({ ...now, pane: "list" }))
    selectRow(model).move((view) => Viewport.moveTo(view, index))
    if (isDouble && !ui.get().details) run("list.details")
  }

  const choose = ({ choices, top }: Choices, row: number) => {
    const { overlay } = ui.get()
    if (overlay?._tag !== "Menu") return
    const menu = Menu.movedTo(overlay, top + row)
    const choice = Menu.selected(menu)
    if (choice === undefined || choice.label !== choices[top + row]?.label) return
    ui.open(menu)
    if (choice.changes === true) return notices.show("hint", "A click changes nothing: the key does what is selected.")
    run("menu.choose")
  }

  const focusField = (at: number | undefined, cursor: number) => {
    if (at !== undefined) ui.update(changedForm((form) => Form.focusedAt(form, at)))
    ui.update(editedField((field) => TextField.movedTo(field, cursor)))
  }

  const press = ({ column, row, target }: Spot) => {
    ui.update((now) => (now.prefix === "" && now.count === "" ? now : { ...now, prefix: "", count: "" }))
    if (target._tag !== "Rows") last = undefined
    switch (target._tag) {
      case "Tabs": {
        const name = target.names[column]
        return name !== undefined && (isIn("global") || isIn("reader")) ? run(screenCommand(name)) : undefined
      }
      case "Rows":
        return isIn("global") ? select(target, row) : undefined
      case "List":
        return isIn("global") ? run("details.leave") : undefined
      case "Details":
        return isIn("global") ? run("list.other") : undefined
      case "Choices":
        return choose(target, row)
      case "Field":
        return isIn("field") ? focusField(target.at, target.cursors[column] ?? 0) : undefined
      case "Reader":
        return undefined
    }
  }

  const scrollList = (lines: number) => {
    const list = lists.of(ui.get().screen)
    const before = ListState.viewOf(list.state.get()).cursor
    list.move((view) => Viewport.dragBy(view, lines), lines > 0 ? 1 : -1)
    if (ListState.viewOf(list.state.get()).cursor !== before) selectRow(model)
  }

  const scroll = ({ target }: Spot, notches: number) => {
    const lines = notches * linesPerNotch
    switch (target._tag) {
      case "Rows":
      case "List":
        return isIn("global") ? scrollList(lines) : undefined
      case "Details":
        return isIn("global") ? scrollDetails(model, lines) : undefined
      case "Reader":
        return scrollReader(model, lines)
      case "Choices":
        return ui.update((now) =>
          now.overlay?._tag === "Menu" ? { ...now, overlay: Menu.moved(now.overlay, notches) } : now
        )
      case "Field":
      case "Tabs":
        return undefined
    }
  }

  return ({ kind, notches }, spot) => {
    if (kind === "wheel") return scroll(spot, notches)
    notices.dismiss()
    press(spot)
  }
}
