import * as Effect from "effect/Effect"

import type { Binding } from "../keymap/bindings.ts"
import { screenCommand, tabContext } from "../keymap/Keys.ts"
import { choicesOf, chosen, focused, menuOf } from "../model/fieldChoices.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { FormState, Ui } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"
import { isFiltered } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import { loginMethodNames } from "../session/loginMethods.ts"
import { goToLogIn, switchProfile } from "./accountCommands.ts"
import { columnChoices, order, sort, toggleColumn } from "./columnCommands.ts"
import { applyFilter, selectRow, watchAs } from "./listCommands.ts"
import { openRequest } from "./readerCommands.ts"

/** Puts what was chosen into the field; a field of several keeps the menu open. */
const choose = ({ ui }: Pick<Model, "ui">, value: string): void =>
  ui.update((now) => {
    const { parent, overlay } = now
    if (parent?._tag !== "Form" || overlay?._tag !== "Menu") return now
    const [filling, menu] = chosen(parent, overlay, value)
    return menu === undefined
      ? { ...now, overlay: filling, parent: undefined }
      : { ...now, overlay: menu, parent: filling }
  })

/** Choosing what a field of a form is given. */
export const choiceCommands = ({ lists, notices, run, ui }: Model) => ({
  "filling.choose": () => {
    const { overlay } = ui.get()
    if (overlay?._tag !== "Form" || overlay.isBusy) return
    const found = focused(overlay)
    if (found === undefined) return
    const { field, input } = found
    const choices = choicesOf(field)
    const inForm = (change: (filling: FormState) => FormState | Menu.Open) =>
      ui.update((now) => {
        // left, or in another field meanwhile
        if (now.overlay?._tag !== "Form" || now.overlay.action !== overlay.action) return now
        if (now.overlay.form.focus !== overlay.form.focus) return now
        return { ...now, parent: now.overlay, overlay: change(now.overlay) }
      })
    if (choices === undefined)
      return inForm((filling) => ({
        ...filling,
        problem: `There is nothing to choose from for ${input.label}: type it.`
      }))
    run(
      Effect.match(lists.provided(choices), {
        onSuccess: (choices) => inForm((filling) => menuOf(filling, choices)),
        onFailure: (error) => {
          const problem =
            error._tag === "ListBroken"
              ? `${error.message} Type it instead.`
              : Problem.describe(`list what there is for ${input.label}`, error, "Type it instead.")
          notices.note(typeof problem === "string" ? problem : `${problem.what} ${problem.todo}`)
          inForm((filling) => ({ ...filling, problem }))
        }
      })
    )
  }
})

/** A command as one types it, behind `:` or to find it in the palette. */
interface Word {
  readonly word: string
  readonly label: string
  /** The key that does the same. */
  readonly key: string
  /** Changes something at the service, or leads there. */
  readonly changes?: boolean | undefined
  /** What it can be given. */
  readonly values: ReadonlyArray<string>
  /** Does it, with what stands behind the word; says why where that makes no sense. */
  readonly run: (rest: string) => string | undefined
}

type Run = (command: string) => void

const wordOf = (command: string): string => {
  const screen = resources.find(({ name }) => screenCommand(name) === command)
  return screen?.name ?? command.split(".").at(-1) ?? command
}

/** Over a screen lies what is of no list. */
const isOffered =
  ({ chart, screen }: Ui) =>
  ({ context, word }: Binding): boolean =>
    chart === undefined
      ? [screen.name, tabContext(screen.name)].includes(context) || (word !== undefined && context !== "chart")
      : context === "chart" || (word !== undefined && context === "global")

/** What keys do that takes nothing besides. */
const ofKeys = ({ keys, ui }: Model, run: Run): ReadonlyArray<Word> =>
  // with the ways to log in, `login` is a word of its own
  keys.bindings
    .filter(({ command }) => command !== "account.logIn")
    .filter(isOffered(ui.get()))
    .map(({ changes, command, label, word }) => ({
      changes,
      word: word ?? wordOf(command),
      label,
      key: keys.shownKey(command),
      values: [],
      run: (rest) => {
        if (rest !== "") return `${word ?? wordOf(command)} takes nothing.`
        run(command)
        return undefined
      }
    }))

const goTo = (model: Model, rest: string): string | undefined => {
  if (!/^\d+$/.test(rest)) return "row takes a number, such as row 500."
  selectRow(model).goTo(Number(rest) - 1)
  return undefined
}

/** Every command of the screen that is shown. */
const wordsOf = (model: Model, run: Run): ReadonlyArray<Word> => {
  const { columns, keys, profiles, ui } = model
  const { screen } = ui.get()
  const opened = (command: string) => {
    run(command)
    return undefined
  }
  if (ui.get().chart !== undefined) return ofKeys(model, run)
  const names = columns.choices(screen).map(({ column: { name } }) => name)
  return [
    ...ofKeys(model, run),
    ...(isFiltered(screen)
      ? [
          {
            word: "filter",
            label: "list what fits field=value, or search what is loaded",
            key: keys.shownKey("filter.open"),
            values: screen.filterExample === undefined ? [] : screen.fields.map(({ name }) => `${name}=`),
            run: (rest: string) => {
              applyFilter(model, rest)
              return undefined
            }
          }
        ]
      : []),
    {
      word: "sort",
      label: "sort what is loaded by a column, or off",
      key: keys.shownKey("sort.open"),
      values: [...names, "off"],
      run: (rest) => (rest === "" ? opened("sort.open") : sort(model, rest))
    },
    ...(screen.orders === undefined
      ? []
      : [
          {
            word: "order",
            label: "have the service order all of them by a field, or off",
            key: keys.shownKey("sort.open"),
            values: [...screen.orders, "off"],
            run: (rest: string) => (rest === "" ? opened("sort.open") : order(model, rest))
          }
        ]),
    {
      word: "columns",
      label: "show or hide a column, or reset",
      key: keys.shownKey("columns.open"),
      values: [...names, "reset"],
      run: (rest) => (rest === "" ? opened("columns.open") : toggleColumn(model, rest))
    },
    {
      word: "request",
      label: "a request that was sent, by its number",
      key: keys.shownKey("request.log"),
      values: [],
      run: (rest) =>
        /^\d+$/.test(rest)
          ? openRequest(model, Number(rest))
          : `request takes a number; ${keys.keyOf("request.log")} shows them.`
    },
    {
      word: "profile",
      label: "go on with another profile",
      key: keys.shownKey(screenCommand("session")),
      values: profiles.map(({ name }) => name),
      run: (rest) => (rest === "" ? opened(screenCommand("session")) : switchProfile(model, rest))
    },
    {
      word: "login",
      label: "log in otherwise",
      key: "",
      values: loginMethodNames,
      run: (rest) => (rest === "" ? opened("account.logIn") : goToLogIn(model, rest))
    },
    {
      word: "watch",
      label: "ask for the list again every 5 seconds, or 10s; or off",
      key: keys.shownKey("watch.toggle"),
      values: ["5s", "10s", "30s", "1m", "off"],
      run: (rest) => watchAs(model, rest)
    },
    {
      word: "row",
      label: "go to a row by its number",
      key: `500${keys.shownKey("list.end")}`,
      values: [],
      run: (rest) => goTo(model, rest)
    }
  ]
}

/** Does what a line says; says why where it says nothing that is known. */
const obey = (model: Model, run: Run, line: string): string | undefined => {
  const [, name = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(line.trim()) ?? []
  if (name === "") return undefined
  if (/^\d+$/.test(name) && rest === "") return goTo(model, name)
  const { keys } = model
  const words = wordsOf(model, run)
  const found = words.find(({ word }) => word === name) ?? only(words.filter(({ word }) => word.startsWith(name)))
  return found === undefined
    ? `There is no command ${name} here. ${keys.keyOf("line.complete")} completes one; ${keys.keyOf("line.cancel")} and ${keys.keyOf("menu.palette")} show all.`
    : found.run(rest.trim())
}

const only = <A>(all: ReadonlyArray<A>): A | undefined => (all.length === 1 ? all[0] : undefined)

const commonStart = (texts: ReadonlyArray<string>): string => {
  const [first = ""] = texts
  let length = first.length
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}

/** A line as far as it can only be meant. */
const completed = (model: Model, run: Run, line: string): string => {
  const [, name = "", space = "", rest = ""] = /^(\S*)(\s*)(.*)$/s.exec(line) ?? []
  const words = wordsOf(model, run)
  if (space === "") {
    const fitting = words.filter(({ word }) => word.startsWith(name)).map(({ word }) => word)
    return fitting.length === 1 ? `${fitting[0]} ` : commonStart(fitting) || line
  }
  const values = words.find(({ word }) => word === name)?.values ?? []
  return `${name} ${commonStart(values.filter((value) => value.startsWith(rest))) || rest}`
}

/** Width of the longest word, in the palette. */
const widest = 12

/** Whether one chooses for a form, which is there again then. */
const isOverForm = ({ name }: Menu.Open) => name === "choices" || name === "ways" || name === "profiles"

/** What is chosen from: every command, or what one of them can be given. */
export const menuCommands = (model: Model, run: (command: string) => void) => {
  const { notices, ui } = model
  const change = (by: (menu: Menu.Open) => Menu.Open | undefined) =>
    ui.update((now) => (now.overlay?._tag === "Menu" ? { ...now, overlay: by(now.overlay) } : now))
  const palette = () =>
    wordsOf(model, run).map(({ changes, key, label, word }) => ({
      label: label === word ? word : `${word.padEnd(widest)} ${label}`,
      detail: key,
      command: word,
      changes: changes === true
    }))
  return {
    "menu.palette": () => ui.update((now) => ({ ...now, overlay: Menu.open("palette", "Commands", palette()) })),
    "menu.down": () => change((menu) => Menu.moved(menu, 1)),
    "menu.up": () => change((menu) => Menu.moved(menu, -1)),
    "menu.cancel": () =>
      ui.update((now) => ({
        ...now,
        overlay: now.overlay?._tag === "Menu" && isOverForm(now.overlay) ? now.parent : undefined,
        parent: undefined
      })),
    "menu.choose": () => {
      const { overlay } = ui.get()
      const choice = overlay?._tag === "Menu" ? Menu.selected(overlay) : undefined
      if (choice === undefined || overlay?._tag !== "Menu") return
      if (overlay.name === "choices") return choose(model, choice.command)
      change((menu) => (menu.name === "columns" ? menu : undefined))
      const problem = obey(model, run, choice.command)
      if (problem !== undefined) notices.tell("hint", problem)
      change((menu) => (menu.name === "columns" ? { ...menu, choices: columnChoices(model) } : menu))
    }
  }
}

/** The command line. */
export const lineCommands = (model: Model, run: (command: string) => void) => {
  const { ui } = model
  const open = (text: string, problem?: string) =>
    ui.update((now) => ({ ...now, overlay: { _tag: "Command", field: TextField.make(text), problem } }))
  const typed = () => {
    const { overlay } = ui.get()
    return overlay?._tag === "Command" ? TextField.text(overlay.field) : ""
  }
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))
  return {
    "line.open": () => open(""),
    "line.cancel": close,
    "line.complete": () => open(completed(model, run, typed())),
    "line.apply": () => {
      const line = typed()
      close()
      const problem = obey(model, run, line)
      if (problem !== undefined) open(line, problem)
    }
  }
}
