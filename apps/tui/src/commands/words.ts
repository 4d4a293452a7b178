import * as Viewport from "../engine/Viewport.ts"
import { keymap, keyText, screenCommand } from "../keymap/keymap.ts"
import { keyOf } from "../keymap/lookup.ts"
import type { Model } from "../model/Model.ts"
import { resources } from "../resources/registry.ts"
import { sort, toggleColumn } from "./columnCommands.ts"
import { filter } from "./filterCommands.ts"
import { switchTo } from "./profileCommands.ts"
import { open as openRequest } from "./requestCommands.ts"

/** A command as one types it, behind `:` or to find it in the palette. */
export interface Word {
  readonly word: string
  readonly label: string
  /** The key that does the same. */
  readonly key: string
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

/** What keys do that takes nothing besides. */
const ofKeys = ({ ui }: Model, run: Run): ReadonlyArray<Word> =>
  keymap
    .filter(({ context, word }) => word !== undefined || context === ui.get().screen.name)
    .map(({ command, keys, label, word }) => ({
      word: word ?? wordOf(command),
      label,
      key: keyText(keys[0]),
      values: [],
      run: (rest) => {
        if (rest !== "") return `${word ?? wordOf(command)} takes nothing.`
        run(command)
        return undefined
      }
    }))

const goTo = ({ lists, ui }: Model, rest: string): string | undefined => {
  if (!/^\d+$/.test(rest)) return "row takes a number, such as row 500."
  lists.of(ui.get().screen).move((view) => Viewport.moveTo(view, Number(rest) - 1))
  return undefined
}

/** Every command of the screen that is shown. */
export const wordsOf = (model: Model, run: Run): ReadonlyArray<Word> => {
  const { columns, profiles, ui } = model
  const { screen } = ui.get()
  const opened = (command: string) => {
    run(command)
    return undefined
  }
  const names = columns.choices(screen).map(({ column: { name } }) => name)
  return [
    ...ofKeys(model, run),
    ...(screen.filterExample === undefined
      ? []
      : [
          {
            word: "filter",
            label: "list what fits field=value, or search what is loaded",
            key: "/",
            values: screen.fields.map(({ name }) => `${name}=`),
            run: (rest: string) => {
              filter(model, rest)
              return undefined
            }
          }
        ]),
    {
      word: "sort",
      label: "sort what is loaded by a column, or off",
      key: keyOf("sort.open"),
      values: [...names, "off"],
      run: (rest) => (rest === "" ? opened("sort.open") : sort(model, rest))
    },
    {
      word: "columns",
      label: "show or hide a column, or reset",
      key: keyOf("columns.open"),
      values: [...names, "reset"],
      run: (rest) => (rest === "" ? opened("columns.open") : toggleColumn(model, rest))
    },
    {
      word: "request",
      label: "a request that was sent, by its number",
      key: keyOf("request.log"),
      values: [],
      run: (rest) => (/^\d+$/.test(rest) ? openRequest(model, Number(rest)) : "request takes a number; @ shows them.")
    },
    {
      word: "profile",
      label: "go on with another profile",
      key: keyOf("profiles.open"),
      values: profiles.map(({ name }) => name),
      run: (rest) => (rest === "" ? opened("profiles.open") : switchTo(model, rest))
    },
    { word: "row", label: "go to a row by its number", key: "500G", values: [], run: (rest) => goTo(model, rest) }
  ]
}

/** Does what a line says; says why where it says nothing that is known. */
export const obey = (model: Model, run: Run, line: string): string | undefined => {
  const [, name = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(line.trim()) ?? []
  if (name === "") return undefined
  if (/^\d+$/.test(name) && rest === "") return goTo(model, name)
  const words = wordsOf(model, run)
  const found = words.find(({ word }) => word === name) ?? only(words.filter(({ word }) => word.startsWith(name)))
  return found === undefined
    ? `There is no command ${name} here. Tab completes one; Esc and ${keyOf("menu.palette")} show all.`
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
export const completed = (model: Model, run: Run, line: string): string => {
  const [, name = "", space = "", rest = ""] = /^(\S*)(\s*)(.*)$/s.exec(line) ?? []
  const words = wordsOf(model, run)
  if (space === "") {
    const fitting = words.filter(({ word }) => word.startsWith(name)).map(({ word }) => word)
    return fitting.length === 1 ? `${fitting[0]} ` : commonStart(fitting) || line
  }
  const values = words.find(({ word }) => word === name)?.values ?? []
  return `${name} ${commonStart(values.filter((value) => value.startsWith(rest))) || rest}`
}
