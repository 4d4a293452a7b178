import { didYouMean } from "@remote-assist/core/Text"

import type { Binding } from "../keymap/bindings.ts"
import { keyText, screenCommand, tabContext } from "../keymap/Keys.ts"
import * as Menu from "../model/Menu.ts"
import { isFiltered, keyContextsBelow, unavailableCommands } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Ui } from "../model/Ui.ts"
import { filterNames } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import { LoginMethodName } from "../session/Credentials.ts"
import { commonStart } from "../text/format.ts"
import { showLogInForm, switchProfile } from "./accountCommands.ts"
import { choose } from "./formCommands.ts"
import { showChoices } from "./importCommands.ts"
import { applyFilter, selectRow, watchAs } from "./listCommands.ts"
import { openRequest } from "./readerCommands.ts"
import { order, showColumns, sort, toggleColumn } from "./tableCommands.ts"

/** A command of the command line and the palette. */
interface Word {
  readonly word: string
  readonly label: string
  /** The command that it runs without an argument. */
  readonly command: string
  /** Whether it changes something at the service, or leads there. */
  readonly changes?: boolean | undefined
  /** Its arguments, for completion. */
  readonly values: ReadonlyArray<string>
  /** Runs it with the text after the word; returns an error if that is invalid. */
  readonly run: (rest: string) => string | void
}

type Run = (command: string) => void

const wordOf = (command: string): string => {
  const screen = resources.find(({ name }) => screenCommand(name) === command)
  return screen?.name ?? command.split(".").at(-1) ?? command
}

/** A chart covers the list, whose commands do not apply then. A box has some commands of its own. */
const isOffered =
  ({ chart, screen }: Ui) =>
  ({ context, word }: Binding, _: number, all: ReadonlyArray<Binding>): boolean => {
    if (chart !== undefined) return context === "chart" || (word !== undefined && context === "global")
    if ([screen.name, tabContext(screen.name)].includes(context)) return true
    if (word === undefined || context === "chart") return false
    if (screen.group === undefined) return context !== "boxes" && context !== "followed"
    return context !== "list" || !all.some((own) => own.context === "boxes" && own.word === word)
  }

/** Returns the key of a command, or an empty text if it does something else on this screen. */
const keyHere = (model: Model, command: string): string => {
  const [key = ""] = model.keys.bindings.find((binding) => binding.command === command)?.keys ?? []
  return model.keys.bindingFor(keyContextsBelow(model), key)?.command === command ? keyText(key) : ""
}

/** Returns the commands that would do nothing now. */
const idleCommands = (model: Model): ReadonlySet<string> => {
  const { screen } = model.ui.get()
  const { done, undone } = model.changes.state.get().undo
  return new Set([
    ...unavailableCommands(model, screen),
    ...(model.lists.marksOf(screen).state.get().last === undefined ? ["marks.range"] : []),
    ...(done.length === 0 ? ["changes.undo"] : []),
    ...(undone.length === 0 ? ["changes.redo"] : [])
  ])
}

/** The commands of keys, which take no argument. */
const ofKeys = (model: Model, run: Run): ReadonlyArray<Word> =>
  // `login` is a word of its own, with the log-in methods
  model.keys.bindings
    .filter(({ command }) => command !== "account.logIn")
    .filter(isOffered(model.ui.get()))
    .map(({ changes, command, label, word = wordOf(command) }) => ({
      changes,
      command,
      word,
      label,
      values: [],
      run: (rest) => {
        if (rest === "") return run(command)
        const isCommand = model.keys.bindings.some(({ command, word = wordOf(command) }) => word === rest)
        return `${word} takes no argument.${isCommand ? ` Type :${rest} alone.` : ""}`
      }
    }))

const goTo = (model: Model, rest: string): string | void => {
  if (!/^\d+$/.test(rest)) return "row takes a number, such as row 500."
  selectRow(model).goTo(Number(rest) - 1)
}

/** Words that take a missing argument; the others run the command of their key then. */
const optional = new Set(["watch", "row"])

/** The intervals that the command line completes. */
const intervals = ["5s", "10s", "30s", "1m", "off"]

/** Returns every command that applies now. */
const wordsOf = (model: Model, run: Run): ReadonlyArray<Word> => {
  const { chart, screen } = model.ui.get()
  if (chart !== undefined) return ofKeys(model, run)
  const { filterExample, orders = [] } = screen
  const names = model.columns.choices(screen).map(({ column: { name } }) => name)
  const profiles = model.profiles.map(({ name }) => name)
  const filters = filterExample === undefined ? [] : filterNames(screen).map((name) => `${name}=`)
  const word = (
    word: string,
    label: string,
    command: string,
    values: ReadonlyArray<string>,
    apply: (model: Model, rest: string) => string | void
  ): Word => ({
    word,
    label,
    command,
    values,
    run: (rest) => (rest === "" && !optional.has(word) ? run(command) : apply(model, rest))
  })
  const words = [
    word("filter", "filter by field=value, or search the loaded rows", "filter.open", filters, applyFilter),
    word("sort", "sort the loaded rows by a column, or off", "sort.open", [...names, "off"], sort),
    word("order", "let the service order all rows by a field, or off", "sort.open", [...orders, "off"], order),
    word("columns", "show or hide a column, or reset", "columns.open", [...names, "reset"], toggleColumn),
    word("request", "a request that was sent, by its number", "request.log", [], openRequest),
    word("profile", "switch to another profile", screenCommand("session"), profiles, switchProfile),
    word("login", "log in another way", "account.logIn", LoginMethodName.literals, showLogInForm),
    word("watch", "read the list every 5 seconds, or 10s; or off", "watch.toggle", intervals, watchAs),
    word("row", "go to a row by its number", "list.end", [], goTo)
  ]
  const isMissing = (word: string) => (word === "filter" && !isFiltered(screen)) || (word === "order" && !screen.orders)
  return [...ofKeys(model, run), ...words.filter(({ word }) => !isMissing(word))]
}

/** Runs a command line; returns an error if it is invalid. */
const runLine = (model: Model, run: Run, line: string): string | void => {
  const [, name = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(line.trim()) ?? []
  if (name === "") return
  if (/^\d+$/.test(name) && rest === "") return goTo(model, name)
  const { keys } = model
  const words = wordsOf(model, run)
  const [first, second] = words.filter(({ word }) => word.startsWith(name))
  const found = words.find(({ word }) => word === name) ?? (second === undefined ? first : undefined)
  if (found !== undefined) return found.run(rest.trim())
  const meant = didYouMean(
    name,
    words.map(({ word }) => word)
  )
  return `There is no command ${name} here.${meant || ` ${keys.keyOf("line.cancel")}, then ${keys.keyOf("menu.palette")} shows all commands.`}`
}

/** Completes a line as far as it is unambiguous, and shows what it may become. */
const complete = (model: Model, run: Run, line: string): string => {
  const [, name = "", space = "", rest = ""] = /^(\S*)(\s*)(.*)$/s.exec(line) ?? []
  const words = wordsOf(model, run)
  const all = space === "" ? words.map(({ word }) => word) : words.find(({ word }) => word === name)?.values
  // a filter of the service is one clause, quoted or not; one of the emulator has several
  const clauses = model.ui.get().screen.group === undefined ? /^"?/ : /^(?:.*\s)?/s
  const [before = ""] = clauses.exec(rest) ?? []
  const start = space === "" ? name : rest.slice(before.length)
  const fitting = (all ?? []).filter((value) => value.startsWith(start))
  showChoices(model, fitting, "There is nothing to complete here.")
  const known = line.slice(0, line.length - start.length)
  return known + (commonStart(fitting) || start) + (space === "" && fitting.length === 1 ? " " : "")
}

export const menuCommands = (model: Model, run: (command: string) => void) => {
  const { notices, profile, ui } = model
  const change = (by: (menu: Menu.Open) => Menu.Open | undefined) => ui.updateOverlay("Menu", by)
  const palette = () => {
    const isRefused = (changes?: boolean) => changes === true && profile.readOnly !== undefined
    const idle = idleCommands(model)
    const words = wordsOf(model, run).filter(({ changes, command }) => !idle.has(command) && !isRefused(changes))
    const width = Math.max(...words.map(({ word }) => word.length))
    return words.map(({ changes, command, label, word }) => ({
      label: label === word ? word : `${word.padEnd(width)}  ${label}`,
      detail: keyHere(model, command).replace(/^(?=.)/, word === "row" ? "500" : ""),
      command: word,
      changes: changes === true
    }))
  }
  return {
    "menu.palette": () => ui.open(Menu.open("palette", "Commands", palette())),
    "menu.down": () => change((menu) => Menu.moved(menu, 1)),
    "menu.up": () => change((menu) => Menu.moved(menu, -1)),
    "menu.mark": () => change(Menu.marked),
    "menu.before": () => change((menu) => Menu.shifted(menu, -1)),
    "menu.after": () => change((menu) => Menu.shifted(menu, 1)),
    "menu.cancel": ui.on("Menu", (menu) =>
      ui.set({
        overlay: ["choices", "ways", "profiles"].includes(menu.name) ? ui.get().parent : undefined,
        parent: undefined
      })
    ),
    "menu.choose": ui.on("Menu", (menu) => {
      const choice = Menu.selected(menu)
      if (choice === undefined) return
      if (menu.name === "choices") return choose(model)
      ui.close()
      if (choice.isMarked !== undefined) return showColumns(model, Menu.taken(menu))
      const error = runLine(model, run, choice.command)
      if (error === undefined) return
      // its argument is still to be typed
      if (menu.name === "palette") openLine(model, `${choice.command} `, error)
      else notices.show("hint", error)
    })
  }
}

const openLine = ({ ui }: Model, text: string, problem?: string) =>
  ui.open({ _tag: "Command", field: TextField.make(text), problem })

export const lineCommands = (model: Model, run: (command: string) => void) => {
  const { ui } = model
  return {
    "line.open": () => openLine(model, ""),
    "line.cancel": ui.close,
    "filter.complete": ui.on("Filter", (overlay) => {
      const line = complete(model, run, `filter ${TextField.text(overlay.field)}`)
      ui.open({ ...overlay, field: TextField.make(line.slice("filter ".length)) })
    }),
    "line.complete": ui.on("Command", ({ field }) => openLine(model, complete(model, run, TextField.text(field)))),
    "line.apply": ui.on("Command", ({ field }) => {
      const line = TextField.text(field)
      ui.close()
      const error = runLine(model, run, line)
      if (error !== undefined) openLine(model, line, error)
    })
  }
}
