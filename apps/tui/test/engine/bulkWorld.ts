import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Account } from "../../src/engine/Account.ts"
import { Bulk } from "../../src/engine/Bulk.ts"
import { Changes } from "../../src/engine/Changes.ts"
import { Lists } from "../../src/engine/lists/Lists.ts"
import * as PageCache from "../../src/engine/lists/PageCache.ts"
import { Notices } from "../../src/engine/Program.ts"
import { users } from "../../src/resources/users.ts"
import { ada, engine } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const actionNamed = (name: string) => users.actions.find((action) => action.name === name) ?? assert.fail(name)

export const deactivate = actionNamed("users.deactivate")

export const remove = actionNamed("users.delete")

interface Options {
  readonly users?: number
  readonly filter?: string
  readonly readOnly?: string
}

const setUp = Effect.fnUntraced(function* ({ filter = "" }: Options) {
  const account = yield* Account
  yield* account.logIn(ada)
  const lists = yield* Lists
  const notices = yield* Notices
  const changes = yield* Changes
  const bulk = yield* Bulk
  const list = lists.of(users)
  const marks = lists.marksOf(users)
  list.resize(30)
  list.open(filter)
  yield* until(() => list.state.get().fetchedAt !== undefined)
  const preview = () => {
    const now = bulk.state.get()
    assert(now._tag === "Ready")
    return now.preview
  }
  return {
    account,
    bulk,
    changes,
    list,
    lists,
    marks,
    preview,
    noticeText: () => {
      const { problems, shown } = notices.state.get()
      return (shown ?? problems.at(-1))?.text ?? ""
    },
    /** Marks so many rows from the first, and prepares to deactivate them. */
    prepared: (count: number) => {
      list.move(PageCache.toStart)
      marks.toggle()
      list.move((view) => PageCache.moveTo(view, count - 1))
      marks.range()
      return bulk.prepare(deactivate, users, marks)
    }
  }
})

/** Waits until something is so. */
export const until = (isSo: () => boolean) =>
  Effect.gen(function* () {
    while (!isSo()) yield* Effect.sleep(1)
  })

type World = Effect.Success<ReturnType<typeof setUp>> & { readonly wire: Wire.Wire }

/** Runs a test of a bulk action on an emulator, whose users are loaded. */
export const world = (behaviour: string, options: Options, test: (world: World) => Effect.Effect<void>) => {
  const wire = Wire.make(undefined)
  const layer = engine(wire, options.users === undefined ? {} : { users: options.users }, options.readOnly)
  return it.live(behaviour, () =>
    Effect.scoped(Effect.flatMap(setUp(options), (world) => test({ ...world, wire }))).pipe(Effect.provide(layer))
  )
}

/** The changes that were sent. */
export const puts = ({ requests }: Wire.Wire) => requests.filter((line) => line.startsWith("PUT"))
