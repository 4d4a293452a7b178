import * as TextField from "./TextField.ts"

/** A choice, which runs a line of the command line. */
export interface Choice {
  readonly label: string
  /** Shown beside it, such as the key of the same command. */
  readonly detail: string
  readonly command: string
  /** Whether it changes something at the service, or leads there. */
  readonly changes?: boolean
  /** Whether it is marked, in a menu of several choices. */
  readonly isMarked?: boolean
}

/** An open menu, with a field to search in it. */
export interface Open {
  readonly _tag: "Menu"
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

/** Scores how well the letters of a text match in order: 0 for no match; adjacent letters and word starts score higher. */
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

/** Returns the matching choices, the best first. */
export const fitting = ({ choices, field }: Open): ReadonlyArray<Choice> => {
  const wanted = plain(TextField.text(field).trim())
  return choices
    .map((choice) => ({ choice, score: scoreOf(plain(choice.label), wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ choice }) => choice)
}

export const selected = (menu: Open): Choice | undefined => fitting(menu)[menu.cursor]

export const movedTo = (menu: Open, cursor: number): Open => {
  const last = Math.max(0, fitting(menu).length - 1)
  return { ...menu, cursor: Math.max(0, Math.min(last, cursor)) }
}

export const moved = (menu: Open, by: number): Open => movedTo(menu, menu.cursor + by)

/** Whether several choices can be marked. */
export const isOfSeveral = ({ choices }: Open): boolean => choices.some(({ isMarked }) => isMarked !== undefined)

/** Marks or unmarks the selected choice. */
export const marked = (menu: Open): Open => {
  const mark = (choice: Choice) => (choice.isMarked === undefined ? choice : { ...choice, isMarked: !choice.isMarked })
  const choice = selected(menu)
  return { ...menu, choices: menu.choices.map((each) => (each === choice ? mark(each) : each)) }
}

/** Returns the marked choices in their order, or the selected one if none is marked. */
export const taken = (menu: Open): ReadonlyArray<Choice> => {
  const all = menu.choices.filter(({ isMarked }) => isMarked === true)
  return all.length > 0 ? all : [selected(menu) ?? []].flat()
}

/** Moves the selected choice down, or up if negative. */
export const shifted = (menu: Open, by: number): Open => {
  const choice = selected(menu)
  if (choice?.isMarked === undefined) return menu
  const to = Math.max(0, menu.choices.indexOf(choice) + by)
  const next = { ...menu, choices: menu.choices.filter((other) => other !== choice).toSpliced(to, 0, choice) }
  return { ...next, cursor: fitting(next).indexOf(choice) }
}

/** Formats a choice, with its mark. */
export const label = ({ isMarked, label }: Choice): string =>
  isMarked === undefined ? label : `${isMarked ? "[x]" : "[ ]"} ${label}`
