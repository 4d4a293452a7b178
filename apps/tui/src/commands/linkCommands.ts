import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Link } from "../actions/Link.ts"
import * as ListState from "../engine/lists/ListState.ts"
import { addressIn } from "../input/Opener.ts"
import type { Model } from "../model/Model.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource } from "../resources/registry.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- the link is of the resource, and so are its rows
type Any = any

const notFound = "Refresh to see how things are, then try again."

/** Opens what belongs to the selected row in the browser; where nothing can, its address is copied. */
export const open = (model: Model, resource: AnyResource, link: Link<Any>): void => {
  const { account, copy, lists, notices, opener, run, ui } = model
  if (ui.get().screen !== resource) return
  const row: Any = ListState.selected(lists.of(resource).state.get())
  if (row === undefined) return notices.tell("hint", `Nothing was opened: no ${resource.one} is selected.`)
  const name = resource.nameOf(row)
  const what = `The ${link.label} of the ${name}`
  const { dataOf } = account.state.get()

  const copied = (address: string, why: string) => {
    if (addressIn(address) === undefined) return notices.tell("problem", `${what} was not opened. ${why}`)
    Result.match(copy(address), {
      onSuccess: () => notices.tell("hint", `${what} was not opened. ${why} Its address is sent to the clipboard.`),
      onFailure: (whyNot) => notices.tell("problem", `${what} was not opened. ${why} ${whyNot}`)
    })
  }

  const openAt = (address: string) =>
    Effect.map(opener.open(address), (opened) =>
      Result.match(opened, {
        onSuccess: () => notices.tell("done", `${what} is opened in your browser.`),
        onFailure: (why) => copied(address, why)
      })
    )

  run(
    lists.provided(link.find(row)).pipe(
      Effect.matchEffect({
        onSuccess: (found): Effect.Effect<void> => {
          if (account.state.get().dataOf !== dataOf) return Effect.void
          return Result.match(found, {
            onSuccess: (address) => openAt(Redacted.value(address)),
            onFailure: (why) => Effect.sync(() => notices.tell("hint", why))
          })
        },
        onFailure: (error) =>
          Effect.sync(() => {
            if (account.state.get().dataOf !== dataOf) return
            const { todo, what: problem } = Problem.of(`read ${name}`, error, notFound)
            notices.tell("problem", `${what} was not opened. ${problem} ${todo}`)
          })
      })
    )
  )
}
