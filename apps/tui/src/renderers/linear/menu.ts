import type { MenuBody } from "../../view/View.ts"
import { keysWords } from "./keys.ts"
import { plain, sentence } from "./plain.ts"

const choiceOf = ({ choices, cursor, name }: MenuBody): string => {
  const choice = choices[cursor]
  if (choice === undefined) return "Nothing fits what is typed"
  // what is in columns on a screen
  const label = choice.label.split(/ {2,}/).map(plain)
  const detail = plain(choice.detail)
  return sentence(...label, name === "palette" ? keysWords(detail) : detail)
}

/** The choice that is selected, where it is another. */
export const menuLines = (before: MenuBody | undefined, after: MenuBody): ReadonlyArray<string> => {
  const { choices, cursor } = after
  const choice = choiceOf(after)
  if (before !== undefined && before.cursor === cursor && choiceOf(before) === choice) return []
  return [choices.length === 0 ? choice : `${cursor + 1} of ${choices.length}, ${choice}`]
}

export const menuTitle = ({ choices, title }: MenuBody): string => sentence(plain(title), `${choices.length} choices`)
