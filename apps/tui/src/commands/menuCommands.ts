import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import { choose } from "./choiceCommands.ts"
import { columnChoices } from "./columnCommands.ts"
import { obey, wordsOf } from "./words.ts"

/** Width of the longest word, in the palette. */
const widest = 12

/** Whether one chooses for a form, which is there again then. */
const isOverForm = ({ name }: Menu.Open) => name === "choices" || name === "ways" || name === "profiles"

/** What is chosen from: every command, or what one of them can be given. */
export const make = (model: Model, run: (command: string) => void) => {
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
        overlay: now.overlay?._tag === "Menu" && isOverForm(now.overlay) ? now.behind : undefined,
        behind: undefined
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
