import * as TextField from "./TextField.ts"

/** Something to choose: what is done then is a command, as one types it behind `:`. */
export interface Choice {
  readonly label: string
  /** Said beside it, such as the key that does the same. */
  readonly detail: string
  readonly command: string
  /** Changes something at the service, or leads there. */
  readonly changes?: boolean
}

/** Choices on the screen, with what is typed to find one of them. */
export interface Open {
  readonly _tag: "Menu"
  /** Of columns it stays open, to choose several; of choices where the field takes several. */
  readonly name: "palette" | "sort" | "columns" | "requests" | "profiles" | "choices" | "ways"
  readonly title: string
  readonly choices: ReadonlyArray<Choice>
  readonly field: TextField.TextField
  readonly cursor: number
}

export const open = (name: Open["name"], title: string, choices: ReadonlyArray<Choice>): Open => ({
  _tag: "Menu",
  name,
  title,
  choices,
  field: TextField.empty,
  cursor: 0
})

const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** How well a text has the letters of another in their order: 0 for not at all; together and at the start is better. */
const scoreOf = (text: string, wanted: string): number => {
  if (wanted === "") return 1
  const at = text.indexOf(wanted)
  if (at >= 0) return 1000 - at - (at === 0 || text[at - 1] === " " ? 0 : 100)
  let from = 0
  for (const letter of wanted) {
    const found = text.indexOf(letter, from)
    if (found < 0) return 0
    from = found + letter.length
  }
  return Math.max(1, 100 - from)
}

/** The choices that fit what is typed, the best first. */
export const fitting = ({ choices, field }: Open): ReadonlyArray<Choice> => {
  const wanted = plain(TextField.text(field).trim())
  return choices
    .map((choice) => ({ choice, score: scoreOf(plain(choice.label), wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ choice }) => choice)
}

/** The one that is selected. */
export const selected = (menu: Open): Choice | undefined => fitting(menu)[menu.cursor]

export const movedTo = (menu: Open, cursor: number): Open => {
  const last = Math.max(0, fitting(menu).length - 1)
  return { ...menu, cursor: Math.max(0, Math.min(last, cursor)) }
}

export const moved = (menu: Open, by: number): Open => movedTo(menu, menu.cursor + by)
