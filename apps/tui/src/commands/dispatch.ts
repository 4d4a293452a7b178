import * as Effect from "effect/Effect"

import type { KeyPress } from "../input/KeyPress.ts"
import type { CommandName } from "../keymap/bindings.ts"
import { backCommand, keyText, screenCommand, tabCommand } from "../keymap/Keys.ts"
import { keyContexts } from "../model/keyContexts.ts"
import type { Model } from "../model/Model.ts"
import { findResource, groups, resources } from "../resources/resources.ts"
import { accountCommands, profileCommands, quitCommands } from "./accountCommands.ts"
import { chartCommands, showTab, tabCommands } from "./chartCommands.ts"
import {
  choiceCommands,
  fieldCommands,
  formCommands,
  openForm,
  openFormLink,
  pasteText,
  typeText
} from "./formCommands.ts"
import { importCommands } from "./importCommands.ts"
import { filterCommands, listCommands, markCommands, watchCommands } from "./listCommands.ts"
import { lineCommands, menuCommands } from "./menuCommands.ts"
import { readerCommands, reportCommands, requestCommands } from "./readerCommands.ts"
import {
  act,
  boxCommands,
  copyText,
  openAddress,
  resourceCommands,
  showBoxes,
  showScreen,
  toggleState
} from "./resourceCommands.ts"
import { columnCommands, exportCommands } from "./tableCommands.ts"

/** Creates a function that runs a command by name. A command of the keymap without an entry does not compile. */
export const makeCommands = (model: Model): ((command: string) => void) => {
  const run = (command: string) => all.get(command)?.()
  const common: Record<CommandName, () => void> = {
    ...accountCommands(model),
    ...chartCommands(model),
    ...choiceCommands(model),
    ...boxCommands(model, run),
    ...columnCommands(model),
    ...exportCommands(model),
    ...fieldCommands(model),
    ...filterCommands(model),
    ...formCommands(model),
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
    ...resourceCommands(model),
    ...tabCommands(model),
    ...watchCommands(model)
  }
  const all = new Map<string, () => void>(Object.entries(common))
  for (const group of groups) all.set(screenCommand(group.name), () => showBoxes(model, group))
  for (const resource of resources) {
    const { actions, copies = [], formLinks = [], forms = [], group, links = [], name, queries = [] } = resource
    const { tabs = [], toggle, within } = resource
    all.set(screenCommand(name), () =>
      group === undefined ? showScreen(model, resource) : showBoxes(model, group, resource)
    )
    if (within !== undefined) all.set(backCommand(name), () => showScreen(model, findResource(within.resource)))
    if (toggle !== undefined) all.set(toggle.name, () => toggleState(model, resource))
    tabs.forEach(({ title }, at) => all.set(tabCommand(name, title), () => showTab(model, resource, at)))
    for (const copy of copies) all.set(copy.name, () => copyText(model, resource, copy))
    for (const link of links) all.set(link.name, () => openAddress(model, resource, link))
    for (const action of actions) all.set(action.name, () => act(model, resource, action))
    for (const link of formLinks) all.set(link.name, () => openFormLink(model, resource, link))
    for (const form of [...forms, ...queries]) all.set(form.name, () => openForm(model, resource, form))
  }
  return run
}

/** Returns the contexts whose keys apply now, the nearest first. */
export const currentContexts = ({ account, credentials, ui }: Model): ReadonlyArray<string> =>
  keyContexts(ui.get(), account.state.get(), credentials !== undefined)

/** Pastes a text into the focused field, if there is one. */
export const paste = (model: Model) => (text: string) => {
  if (currentContexts(model).includes("field")) pasteText(model, text)
}

const maxDigits = 9

/** Milliseconds until a key held down repeats for the first time, and then between repeats, at most. */
const firstRepeat = 700
const nextRepeat = 120

/** A press, a repeat of a key held down, or either: only the next key tells. */
type Press = "once" | "held" | "unsure"

/** Creates a function that sends each key to its command, or to the field, count or chord that is being typed. */
export const dispatchKeys = (model: Model, run: (command: string) => void): ((key: KeyPress) => void) => {
  const { keys, notices, program, ui } = model
  let last = { name: "", at: 0 }
  let opener = ""
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

  const ignore = (name: string) => {
    // the outcome of the press is more important
    if (notices.state.get().shown === undefined)
      notices.show("hint", `${keyText(name)} is held down, and its repeats are ignored. Release it first.`)
  }

  const press = (key: KeyPress, kind: Press): void => {
    const { name, text } = key
    const { prefix, screen } = ui.get()
    const contexts = currentContexts(model)
    const binding = keys.bindingFor(contexts, name, prefix)
    if (prefix !== "") ui.update((now) => ({ ...now, prefix: "" }))
    if (binding === undefined && prefix !== "") {
      const single = keys.bindingFor(contexts, name)
      if (single?.context === "always") return run(single.command)
      notices.dismiss()
      if (name !== "esc") notices.show("hint", `${keyText(`${prefix} ${name}`)} does nothing here.`)
      return ui.update((now) => ({ ...now, count: "" }))
    }
    if (binding === undefined && text !== undefined && contexts.includes("field")) {
      if (name === opener && kind !== "once") return kind === "held" ? ignore(name) : wait(key)
      opener = ""
      return typeText(model, text)
    }
    if (binding === undefined && contexts.includes("list") && /^\d$/.test(name)) {
      return ui.update((now) => ({ ...now, count: (now.count + name).slice(-maxDigits) }))
    }
    if (binding === undefined && prefix === "" && keys.isPrefix(contexts, name)) {
      return ui.update((now) => ({ ...now, prefix: name }))
    }
    // held down, it would change one row after the other, or open what it has just left
    const isOpening = binding?.command === "list.details" && screen.enter !== undefined
    if ((binding?.changes === true || isOpening) && kind !== "once") return kind === "held" ? ignore(name) : wait(key)
    notices.dismiss()
    if (binding !== undefined) {
      opener = name
      run(binding.command)
    }
    ui.update((now) => (now.count === "" ? now : { ...now, count: "" }))
  }
  return (key) => {
    const at = program.now()
    const since = key.name === last.name ? at - last.at : Infinity
    last = { name: key.name, at }
    // a terminal that reports repeats also reports keys that are not repeated
    const isHeld = key.isRepeat ?? since < nextRepeat
    if (isHeld) waiting = undefined
    else pressWaiting()
    press(key, isHeld ? "held" : key.isRepeat === undefined && since < firstRepeat ? "unsure" : "once")
  }
}
