import * as ListState from "../engine/lists/ListState.ts"
import * as Marks from "../engine/lists/Marks.ts"
import type { Model } from "../model/Model.ts"
import type { AnyResource } from "../resources/registry.ts"

/** Commands of every list that are about a row. */
const ofRows = ["list.details", "marks.toggle", "sort.open", "details.full", "secret.reveal"]

const named = (all: ReadonlyArray<{ readonly name: string }> = []) => all.map(({ name }) => name)

/** Commands of a list that have nothing to do, as no row is selected: neither where there is none, nor where it is gone. */
export const rowless = ({ lists }: Pick<Model, "lists">, resource: AnyResource): ReadonlyArray<string> => {
  if (ListState.selected(lists.of(resource).state.get()) !== undefined) return []
  const { actions, copies, forms = [], inquiries = [], links, offers, toggle } = resource
  const isMarked = Marks.count(lists.marksOf(resource).state.get()) > 0
  return [
    ...ofRows,
    ...named([...forms, ...inquiries].filter(({ on }) => on === "one")),
    ...named(copies),
    ...named(links),
    ...named(offers),
    // they are done to the rows that are marked as well
    ...(isMarked ? [] : [...named(actions), ...(toggle === undefined ? [] : [toggle.name])])
  ]
}
