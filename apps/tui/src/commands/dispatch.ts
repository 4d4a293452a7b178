import * as Effect from "effect/Effect"

import * as ListState from "../engine/lists/ListState.ts"
import * as PageCache from "../engine/lists/PageCache.ts"
import type { KeyPress, Mouse } from "../input/Keyboard.tsx"
import type { CommandName } from "../keymap/bindings.ts"
import { backCommand, keyText, screenCommand, tabCommand } from "../keymap/Keys.ts"
import * as Form from "../model/Form.ts"
import * as Menu from "../model/Menu.ts"
import { keyContexts } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { AnyResource, AnyRow, FormLink } from "../resources/Resource.ts"
import { findResource, groups, resources } from "../resources/resources.ts"
import type { Spot, Target } from "../view/View.ts"
import { accountCommands, profileCommands, quitCommands } from "./accountCommands.ts"
import { chartCommands, showTab, tabCommands } from "./chartCommands.ts"
import * as FormCommands from "./formCommands.ts"
import { importCommands } from "./importCommands.ts"
import { filterCommands, listCommands, markCommands, selectRow, watchCommands } from "./listCommands.ts"
import { lineCommands, menuCommands } from "./menuCommands.ts"
import { readerCommands, reportCommands, requestCommands, scrollDetails, scrollReader } from "./readerCommands.ts"
import * as ResourceCommands from "./resourceCommands.ts"
import { columnCommands, exportCommands } from "./tableCommands.ts"

/** Creates a function that runs a command by name. A command of the keymap without an entry does not compile. */
export const makeCommands = (model: Model): ((command: string) => void) => {
  const run = (command: string) => all.get(command)?.()
  const common: Record<CommandName, () => void> = {
    ...accountCommands(model),
    ...chartCommands(model),
    ...FormCommands.choiceCommands(model),
    ...ResourceCommands.boxCommands(model, run),
    ...columnCommands(model),
    ...exportCommands(model),
    ...FormCommands.fieldCommands(model),
    ...filterCommands(model, run),
    ...FormCommands.formCommands(model),
    ...importCommands(model),
    ...lineCommands(model, run),
    ...listCommands(model, run),
    ...markCommands(model),
    ...menuCommands(model, run),
    ...profileCommands(model),
    ...quitCommands(model),
    ...readerCommands(model),
    ...reportCommands(model),
    ...requestCommands(model),
    ...ResourceCommands.resourceCommands(model),
    ...tabCommands(model),
    ...watchCommands(model)
  }
  const all = new Map<string, () => void>(Object.entries(common))
  for (const group of groups) all.set(screenCommand(group.name), () => ResourceCommands.showBoxes(model, group))
  for (const resource of resources) {
    const { actions, copies = [], formLinks = [], forms = [], group, links = [], name, queries = [] } = resource
    const { tabs = [], within } = resource
    all.set(screenCommand(name), () =>
      group === undefined
        ? ResourceCommands.showScreen(model, resource)
        : ResourceCommands.showBoxes(model, group, resource)
    )
    if (within !== undefined)
      all.set(backCommand(name), () => ResourceCommands.showScreen(model, findResource(within.resource)))
    tabs.forEach(({ title }, at) => all.set(tabCommand(name, title), () => showTab(model, resource, at)))
    for (const copy of copies) all.set(copy.name, () => ResourceCommands.copyText(model, resource, copy))
    for (const link of links) all.set(link.name, () => ResourceCommands.openAddress(model, resource, link))
    for (const action of actions) all.set(action.name, () => ResourceCommands.act(model, resource, action))
    for (const link of formLinks) all.set(link.name, () => openFormLink(model, resource, link))
    for (const form of [...forms, ...queries]) all.set(form.name, () => FormCommands.openForm(model, resource, form))
  }
  return run
}

/** Returns the contexts whose keys apply now, the nearest first. A user who sees no screen can only quit. */
export const currentContexts = ({ account, credentials, ui }: Model): ReadonlyArray<string> =>
  ui.scrollLimits.isTooSmall ? ["always"] : keyContexts(ui.get(), account.state.get(), credentials !== undefined)

/** Pastes a text into the focused field, if there is one. */
export const paste = (model: Model) => (text: string) => {
  if (currentContexts(model).includes("field")) FormCommands.pasteText(model, text)
}

const maxDigits = 9

/** Milliseconds until a key held down repeats for the first time, and then between repeats, at most. */
const firstRepeat = 700
const nextRepeat = 120

/** Milliseconds after which a key that sent a form, and was pressed again, opens the selected row. */
const reopening = 2000

/** A press, a repeat of a held key, or unknown until the next key. */
type Press = "once" | "held" | "unsure"

/** Creates a function that sends each key to its command, or to the field, count or chord that is being typed. */
export const dispatchKeys = (model: Model, run: (command: string) => void): ((key: KeyPress) => void) => {
  const { keys, notices, program, ui } = model
  let last = { name: "", at: 0 }
  let opener = ""
  let sender = { name: "", at: 0 }
  let waiting: KeyPress | undefined

  const pressWaiting = () => {
    const key = waiting
    waiting = undefined
    if (key !== undefined) press(key, "once")
  }

  /** Takes a key that may be held down as a press, unless a repeat follows. */
  const wait = (key: KeyPress) => {
    waiting = key
    program.run(
      Effect.map(Effect.sleep(nextRepeat), () => {
        if (waiting === key) pressWaiting()
      })
    )
  }

  /** Says why a key is ignored, after the outcome of the press before it. */
  const ignore = (name: string, why = "is held down, and its repeats are ignored.") => {
    const { shown } = notices.state.get()
    if (shown?.isOfIgnored === true) return
    const text = `${shown?.text ?? ""} ${keyText(name)} ${why}`.trimStart()
    notices.state.update((now) => ({ ...now, shown: { kind: "hint", at: last.at, ...shown, text, isOfIgnored: true } }))
  }

  /** Says that a key does nothing, and which one shows the keys that do. */
  const showUnbound = (name: string, contexts: ReadonlyArray<string>) => {
    const help = keys.hintsFor(contexts).find(({ label }) => label === "help")
    const advice = help === undefined ? "" : ` ${keys.shownKey(help.command)} shows the keys.`
    notices.show("hint", `${keyText(name)} does nothing here.${advice}`)
  }

  /** Whether a key opens the filter of lists that have one. */
  const isFilter = (name: string) => keys.bindingFor(["filtered"], name) !== undefined

  const press = (key: KeyPress, kind: Press): void => {
    const { name, text } = key
    const { prefix, screen } = ui.get()
    const contexts = currentContexts(model)
    const binding = keys.bindingFor(contexts, name, prefix)
    const single = keys.bindingFor(contexts, name)
    if (ui.scrollLimits.isTooSmall && single === undefined) return
    const isFiltering = isFilter(prefix) && !contexts.includes("field") && !keys.isPrefix(contexts, prefix)
    // text typed for a filter that does not exist must not run commands
    if (isFiltering && single?.context !== "always" && name !== "esc" && name !== "enter") return
    if (prefix !== "") ui.set({ prefix: "" })
    if (binding === undefined && prefix !== "") {
      if (single?.context === "always") return run(single.command)
      notices.dismiss()
      if (name !== "esc" && !isFiltering) showUnbound(`${prefix} ${name}`, contexts)
      return ui.set({ count: "" })
    }
    if (binding === undefined && text !== undefined && contexts.includes("field")) {
      if (name === opener && kind !== "once") return kind === "held" ? ignore(name) : wait(key)
      opener = ""
      return FormCommands.typeText(model, text)
    }
    if (binding === undefined && contexts.includes("list") && /^\d$/.test(name))
      return ui.set({ count: (ui.get().count + name).slice(-maxDigits) })
    if (binding === undefined && keys.isPrefix(contexts, name)) return ui.set({ prefix: name })
    if (binding === undefined && isFilter(name)) {
      notices.show("hint", `There is nothing to filter here. ${keyText("esc")} or ${keyText("enter")} goes on.`)
      return ui.set({ prefix: name })
    }
    // held down, it would change one row after the other, open what it has just left, or close the result of an import
    const isAgain = name === sender.name
    const command = binding?.command ?? ""
    const isOpening = ["list.details", "import.done"].includes(command) && (isAgain || screen.enter !== undefined)
    if ((binding?.changes === true || isOpening) && kind !== "once") return kind === "held" ? ignore(name) : wait(key)
    // pressed impatiently, it would hide the outcome, or open a form and send that too
    const answeredAt = Math.max(notices.state.get().shown?.at ?? 0, ui.overlayOf("Import")?.endedAt ?? 0)
    if (isOpening && isAgain && last.at < Math.max(sender.at, answeredAt) + reopening) {
      sender = { name, at: last.at }
      return ignore(name, "is ignored until you pause for 2 seconds.")
    }
    notices.dismiss()
    if (binding !== undefined) {
      opener = name
      sender = { name: binding.changes === true ? name : "", at: last.at }
      run(binding.command)
    } else if (text !== undefined) showUnbound(name, contexts)
    if (ui.get().count !== "") ui.set({ count: "" })
  }
  return (key) => {
    const at = program.now()
    const since = key.name === last.name ? at - last.at : Infinity
    last = { name: key.name, at }
    // a terminal that reports repeats also reports keys that are not repeated
    const isHeld = key.isRepeat ?? since < nextRepeat
    if (key.name !== sender.name) sender = { name: "", at: 0 }
    if (isHeld) waiting = undefined
    else pressWaiting()
    press(key, isHeld ? "held" : key.isRepeat === undefined && since < firstRepeat ? "unsure" : "once")
  }
}

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
    ui.set({ pane: "list" })
    selectRow(model).move((view) => PageCache.moveTo(view, index))
    if (isDouble && !ui.get().details) run("list.details")
  }

  const choose = ({ choices, top }: Choices, row: number) => {
    const overlay = ui.overlayOf("Menu")
    if (overlay === undefined) return
    const menu = Menu.movedTo(overlay, top + row)
    const choice = Menu.selected(menu)
    if (choice === undefined || Menu.label(choice) !== choices[top + row]?.label) return
    ui.open(menu)
    if (choice.changes === true)
      return notices.show("hint", "A click changes nothing. Press Enter to run the selected command.")
    run(choice.isMarked === undefined ? "menu.choose" : "menu.mark")
  }

  const focusField = (at: number | undefined, cursor: number) => {
    if (at !== undefined) ui.update(FormCommands.changedForm((form) => Form.focusedAt(form, at)))
    ui.update(FormCommands.editedField((field) => TextField.movedTo(field, cursor)))
  }

  const press = ({ column, row, target }: Spot) => {
    const { count, prefix } = ui.get()
    if (`${prefix}${count}` !== "") ui.set({ prefix: "", count: "" })
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
    }
  }

  const scrollList = (lines: number) => {
    const list = lists.of(ui.get().screen)
    const before = ListState.viewOf(list.state.get()).cursor
    list.move((view) => PageCache.dragBy(view, lines), lines > 0 ? 1 : -1)
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
        return ui.updateOverlay("Menu", (menu) => Menu.moved(menu, notches))
    }
  }

  return ({ notches }, spot) => {
    if (notches !== 0) return scroll(spot, notches)
    notices.dismiss()
    press(spot)
  }
}

/** Opens a form of another resource, filled in from the selected row. */
const openFormLink = (model: Model, resource: AnyResource, { form, initial, label, of }: FormLink<AnyRow>): void => {
  const row = ResourceCommands.targetRow(model, resource, label)
  if (row === undefined) return
  const chosen = { text: String(resource.idOf(row)), label: resource.nameOf(row) }
  FormCommands.openForm(model, of, form, { texts: initial(row), chosen })
}
