import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { Services } from "../../actions/Action.ts"
import * as Problem from "../../Problem.ts"
import type { AnyResource, ResourceGroup } from "../../resources/Resource.ts"
import { pluralName } from "../../resources/Resource.ts"
import { groupResources, resources } from "../../resources/resources.ts"
import type { Account } from "../Account.ts"
import * as ListMarks from "./ListMarks.ts"
import * as RemoteList from "./RemoteList.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- each list has rows of its own resource
export type AnyList = RemoteList.RemoteList<any>

// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnyMarks = ListMarks.ListMarks<any>

export interface Lists {
  readonly of: (resource: AnyResource) => AnyList
  readonly all: ReadonlyArray<AnyList>
  /** Reads all boxes of a screen again that were read. */
  readonly refreshGroup: (group: ResourceGroup) => void
  /** Notes that what was read of these resources, by their names, is not as it is any more: it is read again when it is looked at. */
  readonly age: (names: ReadonlyArray<string>) => void
  /** The marks in the list of a resource. */
  readonly marksOf: (resource: AnyResource) => AnyMarks
  /** An effect with core's services. Where it finds that the session has ended, it has, unless another has begun. */
  readonly provided: <A, E>(effect: Effect.Effect<A, E, Services>) => Effect.Effect<A, E>
}

/** Makes the lists; `onUnanswered` is told where no answer came to what was asked with {@link Lists.provided}. */
export const make = Effect.fnUntraced(function* (
  account: Account["Service"],
  onUnanswered: (now: number) => void = () => undefined
) {
  const services = yield* Effect.context<Services>()
  const provided: Lists["provided"] = (effect) =>
    Effect.suspend(() => {
      const { dataOf } = account.state.get()
      return Effect.tapError(Effect.provideContext(effect, services), (error) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (Problem.isUnanswered(error)) onUnanswered(now)
          if (Problem.isSessionEnd(error) && account.state.get().dataOf === dataOf) account.end(error.reason)
        })
      )
    })
  const lists = new Map<AnyResource, AnyList>()
  for (const resource of resources) {
    const { columns, follow, idOf, isPublic, nameOf, pageSize, read } = resource
    const note = (error: unknown) =>
      Effect.sync(() => {
        const refused = error === undefined ? undefined : Problem.tokenRefusal(error)
        if (isPublic !== true && (error === undefined || refused !== undefined)) account.noteRefused(refused)
      })
    lists.set(
      resource,
      yield* RemoteList.make({
        pageSize,
        idOf,
        beginsAtEnd: follow !== undefined,
        textsOf: (row) => [nameOf(row), String(idOf(row)), ...columns.map(({ text }) => text(row))],
        doing: `list the ${pluralName(resource)}`,
        read: (filter, page, order) =>
          provided(read(filter, page, order)).pipe(
            Effect.tap(() => note(undefined)),
            Effect.tapError(note)
          ),
        advised: (problem, error) => {
          const isRefused = isPublic !== true && Problem.tokenRefusal(error) !== undefined
          return account.advised(isRefused ? { ...problem, todo: "Log in again." } : problem, error)
        }
      })
    )
  }
  const all = [...lists.values()]
  const refreshGroup = (group: ResourceGroup) => {
    for (const resource of groupResources(group)) {
      const list = lists.get(resource)
      if (list?.state.get().fetchedAt !== undefined) list.reread()
    }
  }
  const [first] = all
  if (first === undefined) throw new Error("there is no resource")
  const of = (resource: AnyResource) => lists.get(resource) ?? first
  const marks = new Map(resources.map((resource) => [resource, ListMarks.make(of(resource), resource.idOf)] as const))
  const noMarks = ListMarks.make(first, resources[0].idOf)
  return {
    of,
    all,
    refreshGroup,
    age: (names) => {
      for (const resource of resources) if (names.includes(resource.name)) lists.get(resource)?.age()
    },
    marksOf: (resource: AnyResource) => marks.get(resource) ?? noMarks,
    provided
  } satisfies Lists
})
