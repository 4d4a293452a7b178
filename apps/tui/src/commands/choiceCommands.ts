import * as Effect from "effect/Effect"

import { choicesOf, chosen, focused, menuOf } from "../model/fieldChoices.ts"
import type * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import type { Filling } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"

/** Puts what was chosen into the field; a field of several keeps the menu open. */
export const choose = ({ ui }: Pick<Model, "ui">, value: string): void =>
  ui.update((now) => {
    const { behind, overlay } = now
    if (behind?._tag !== "Form" || overlay?._tag !== "Menu") return now
    const [filling, menu] = chosen(behind, overlay, value)
    return menu === undefined
      ? { ...now, overlay: filling, behind: undefined }
      : { ...now, overlay: menu, behind: filling }
  })

/** Choosing what a field of a form is given. */
export const make = ({ lists, notices, run, ui }: Model) => ({
  "filling.choose": () => {
    const { overlay } = ui.get()
    if (overlay?._tag !== "Form" || overlay.isBusy) return
    const found = focused(overlay)
    if (found === undefined) return
    const { field, input } = found
    const choices = choicesOf(field)
    const inForm = (change: (filling: Filling) => Filling | Menu.Open) =>
      ui.update((now) => {
        // left, or in another field meanwhile
        if (now.overlay?._tag !== "Form" || now.overlay.action !== overlay.action) return now
        if (now.overlay.form.focus !== overlay.form.focus) return now
        return { ...now, behind: now.overlay, overlay: change(now.overlay) }
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
              : Problem.of(`list what there is for ${input.label}`, error, "Type it instead.")
          notices.note(typeof problem === "string" ? problem : `${problem.what} ${problem.todo}`)
          inForm((filling) => ({ ...filling, problem }))
        }
      })
    )
  }
})
