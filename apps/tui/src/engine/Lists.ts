import * as Effect from "effect/Effect"

import type { Services } from "../actions/Action.ts"
import { resources } from "../resources/registry.ts"
import type { AnyResource } from "../resources/registry.ts"
import type { Account } from "./Account.ts"
import * as ListMarks from "./ListMarks.ts"
import * as RemoteList from "./RemoteList.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- each list has rows of its own resource
export type AnyList = RemoteList.RemoteList<any>

// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnyMarks = ListMarks.ListMarks<any>

/** The list of each resource. */
export interface Lists {
  readonly of: (resource: AnyResource) => AnyList
  readonly all: ReadonlyArray<AnyList>
  /** The marks in the list of a resource. */
  readonly marksOf: (resource: AnyResource) => AnyMarks
  /** An effect with core's services. */
  readonly provided: <A, E>(effect: Effect.Effect<A, E, Services>) => Effect.Effect<A, E>
}

export const make = Effect.fnUntraced(function* (account: Account["Service"]) {
  const services = yield* Effect.context<Services>()
  const provided: Lists["provided"] = (effect) => Effect.provideContext(effect, services)
  const lists = new Map<AnyResource, AnyList>()
  for (const resource of resources) {
    const { columns, idOf, nameOf, pageSize, read, title } = resource
    lists.set(
      resource,
      yield* RemoteList.make({
        pageSize,
        idOf,
        textsOf: (row) => [nameOf(row), String(idOf(row)), ...columns.map(({ text }) => text(row))],
        doing: `list the ${title.toLowerCase()}`,
        read: (filter, page) => provided(read(filter, page)),
        onSessionEnded: account.end
      })
    )
  }
  const all = [...lists.values()]
  const [first] = all
  if (first === undefined) throw new Error("there is no resource")
  const of = (resource: AnyResource) => lists.get(resource) ?? first
  const marks = new Map(resources.map((resource) => [resource, ListMarks.make(of(resource), resource.idOf)] as const))
  const noMarks = ListMarks.make(first, resources[0].idOf)
  return { of, all, marksOf: (resource: AnyResource) => marks.get(resource) ?? noMarks, provided } satisfies Lists
})
