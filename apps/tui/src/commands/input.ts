import * as ListState from "../engine/lists/ListState.ts"
import * as Viewport from "../engine/lists/Viewport.ts"
import type { KeyPress } from "../input/KeyPress.ts"
import type { Mouse } from "../input/Mouse.ts"
import { screenCommand, keyText } from "../keymap/Keys.ts"
import * as Form from "../model/Form.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import { keyContexts } from "../model/Ui.ts"
import type { Spot, Target } from "../view/View.ts"
import { changedForm, editedField, pasteText, typeText } from "./formCommands.ts"
import { selectRow } from "./listCommands.ts"
import { scrollDetails, scrollReader } from "./readerCommands.ts"

const longestCount = 9

/** Milliseconds within which the same key comes again while it is held down; the first repeat is the slowest. */
const repeats = 700

/** Pasted text goes to a text field or nowhere. */
export const pasteInto = (model: Model) => (text: string) => {
  const contexts = keyContexts(model.ui.get(), model.account.state.get(), model.given !== undefined)
  if (contexts.includes("field")) pasteText(model, text)
}

/** Makes what hands each key to its command, or to the text field, count or command of two keys that is being typed. */
export const dispatchKeys = (model: Model, run: (command: string) => void): ((key: KeyPress) => void) => {
  const { account, given, keys, notices, now, ui } = model
  let last = { name: "", at: 0 }
  let opener = ""

  return ({ name, text, ...key }) => {
    // a terminal that tells of repeats tells of what is none as well
    const isRepeat = key.isRepeat ?? (name === last.name && now() - last.at < repeats)
    last = { name, at: now() }
    const { prefix } = ui.get()
    const contexts = keyContexts(ui.get(), account.state.get(), given !== undefined)
    const binding = keys.bindingFor(contexts, name, prefix)
    if (prefix !== "") ui.update((now) => ({ ...now, prefix: "" }))
    // the key by itself is another command than the one that was begun
    if (binding === undefined && prefix !== "") {
      const single = keys.bindingFor(contexts, name)
      if (single?.context === "always") return run(single.command)
      notices.dismiss()
      if (name !== "esc") notices.tell("hint", `${keyText(`${prefix} ${name}`)} does nothing here.`)
      return ui.update((now) => ({ ...now, count: "" }))
    }
    if (binding === undefined && text !== undefined && contexts.includes("field")) {
      // the key that opened the field is still held down
      if (isRepeat && name === opener) return
      opener = ""
      return typeText(model, text)
    }
    if (binding === undefined && contexts.includes("list") && /^\d$/.test(name)) {
      return ui.update((now) => ({ ...now, count: (now.count + name).slice(-longestCount) }))
    }
    if (binding === undefined && prefix === "" && keys.isPrefix(contexts, name)) {
      return ui.update((now) => ({ ...now, prefix: name }))
    }
    // held down, it would change one after the other, or open what it has just left
    const isOpening = binding?.command === "list.details" && ui.get().screen.enter !== undefined
    if ((binding?.changes === true || isOpening) && isRepeat) return
    notices.dismiss()
    if (binding !== undefined) {
      opener = name
      run(binding.command)
    }
    ui.update((now) => (now.count === "" ? now : { ...now, count: "" }))
  }
}

/** Lines that one notch of the wheel scrolls. */
const perNotch = 3

/** Milliseconds within which two clicks on a row are one. */
const double = 400

type Rows = Extract<Target, { readonly _tag: "Rows" }>
type Choices = Extract<Target, { readonly _tag: "Choices" }>

/** Makes what the mouse does: what one points at is selected, scrolled or opened, and nothing is changed at the service. */
export const dispatchMouse = (model: Model, run: (command: string) => void): ((mouse: Mouse, spot: Spot) => void) => {
  const { account, given, lists, notices, now, ui } = model
  let last: { readonly id: unknown; readonly at: number } | undefined

  const contexts = () => keyContexts(ui.get(), account.state.get(), given !== undefined)
  /** Whether keys go to the list or its details, and not to what is asked or typed over them. */
  const isInList = () => contexts().includes("global")

  const select = ({ rowAt, top }: Rows, at: number) => {
    const { screen } = ui.get()
    const list = lists.of(screen)
    const row = rowAt(top + at)?.row
    // what stood there may have moved since
    const id = row === undefined ? undefined : screen.idOf(row)
    const index = id === undefined ? top + at : ListState.indexOf(list.state.get(), screen.idOf, id)
    const isDouble = id !== undefined && last?.id === id && now() - last.at < double
    last = isDouble || id === undefined ? undefined : { id, at: now() }
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
    ui.update((now) => ({ ...now, overlay: menu }))
    if (choice.changes === true) return notices.tell("hint", "A click changes nothing: the key does what is selected.")
    run("menu.choose")
  }

  const type = (at: number | undefined, cursor: number) => {
    if (at !== undefined) ui.update(changedForm((form) => Form.focusedAt(form, at)))
    ui.update(editedField((field) => TextField.movedTo(field, cursor)))
  }

  const press = ({ column, row, target }: Spot) => {
    ui.update((now) => (now.prefix === "" && now.count === "" ? now : { ...now, prefix: "", count: "" }))
    if (target._tag !== "Rows") last = undefined
    switch (target._tag) {
      case "Tab":
        return isInList() || contexts().includes("reader") ? run(screenCommand(target.name)) : undefined
      case "Rows":
        return isInList() ? select(target, row) : undefined
      case "List":
        return isInList() ? run("details.leave") : undefined
      case "Details":
        return isInList() ? run("list.other") : undefined
      case "Choices":
        return choose(target, row)
      case "Field":
        return contexts().includes("field") ? type(target.at, target.cursors[column] ?? 0) : undefined
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

  const wheel = ({ target }: Spot, notches: number) => {
    const lines = notches * perNotch
    switch (target._tag) {
      case "Rows":
      case "List":
        return isInList() ? scrollList(lines) : undefined
      case "Details":
        return isInList() ? scrollDetails(model, lines) : undefined
      case "Reader":
        return scrollReader(model, lines)
      case "Choices":
        return ui.update((now) =>
          now.overlay?._tag === "Menu" ? { ...now, overlay: Menu.moved(now.overlay, notches) } : now
        )
      case "Field":
      case "Tab":
        return undefined
    }
  }

  return ({ kind, notches }, spot) => {
    if (kind === "wheel") return wheel(spot, notches)
    notices.dismiss()
    press(spot)
  }
}
