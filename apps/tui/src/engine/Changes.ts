import * as Effect from "effect/Effect"

import type { Action } from "../actions/Action.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource } from "../resources/registry.ts"
import type { Account } from "./Account.ts"
import * as Cell from "./Cell.ts"
import type { Lists } from "./Lists.ts"
import type { Notices } from "./Notices.ts"
import * as Undo from "./Undo.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- actions and rows of a resource fit, which a list of all forgets
type Any = any

/** What an action is done to: a row as it was when the key went down. */
export interface Target {
  readonly resource: AnyResource
  readonly row: Any
}

export interface ChangesState {
  /** What is under way, by resource and id: what is said of the row. */
  readonly pending: ReadonlyMap<string, string>
  readonly undo: Undo.Undo
}

export interface Changes {
  readonly state: Cell.Cell<ChangesState>
  readonly perform: (action: Action<Any>, target: Target) => Effect.Effect<void>
  readonly undo: Effect.Effect<void>
  readonly redo: Effect.Effect<void>
  /** What is said of a row while something is under way with it. */
  readonly pendingOf: (resource: AnyResource, row: Any) => string | undefined
  readonly forget: () => void
}

interface Needs {
  readonly account: Account["Service"]
  readonly lists: Lists
  readonly notices: Notices
}

const none: ChangesState = { pending: new Map(), undo: Undo.empty }

const keyOf = ({ resource, row }: Target) => `${resource.name} ${resource.idOf(row)}`

const refused = "Refresh to see how things are, then try again."

/** Makes changes, one at a time to each row, and remembers how to take them back. */
export const make = ({ account, lists, notices }: Needs): Changes => {
  const state = Cell.make(none)

  const mark = (key: string, pending: string | undefined) =>
    state.update((now) => {
      const next = new Map(now.pending)
      if (pending === undefined) next.delete(key)
      else next.set(key, pending)
      return { ...now, pending: next }
    })

  const change = (undo: (now: Undo.Undo) => Undo.Undo) => state.update((now) => ({ ...now, undo: undo(now.undo) }))

  const attempt = (
    action: Action<Any>,
    target: Target,
    onDone: (name: string, row: Any) => void
  ): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { resource, row } = target
      const key = keyOf(target)
      const name = resource.nameOf(row)
      const busy = state.get().pending.get(key)
      if (busy !== undefined) {
        notices.tell("hint", `Still ${busy} ${name}: wait for the answer.`)
        return Effect.void
      }
      mark(key, action.pending)
      const begunBy = account.state.get().who
      return lists.provided(action.run(row)).pipe(
        Effect.match({
          onSuccess: (changed) => {
            // of who is not logged in any more nothing is shown
            if (account.state.get().who !== begunBy) return
            lists.of(resource).change(resource.idOf(row), changed)
            if (changed === undefined) change((undo) => Undo.forgotten(undo, resource, resource.idOf(row)))
            onDone(name, changed)
          },
          onFailure: (error) => {
            const doing = `${action.label} ${name}`
            const { kind, todo, what } = Problem.of(doing, error, refused)
            notices.tell("problem", `${kind === "refused" ? "" : `Could not ${doing}. `}${what} ${todo}`)
            if (Problem.isEnd(error)) account.end(error.reason)
          }
        }),
        Effect.ensuring(Effect.sync(() => mark(key, undefined)))
      )
    })

  const again = (
    changes: "done" | "undone",
    pick: (change: Undo.Change) => Action<Any>,
    nothing: string,
    said: string,
    move: (undo: Undo.Undo, change: Undo.Change) => Undo.Undo
  ) =>
    Effect.suspend(() => {
      const last = state.get().undo[changes].at(-1)
      if (last === undefined) return Effect.sync(() => notices.tell("hint", nothing))
      const action = pick(last)
      return attempt(action, last, (name) => {
        change((undo) => move(undo, last))
        notices.tell("done", `${said}: ${name} ${action.done}`)
      })
    })

  return {
    state,
    pendingOf: (resource, row) => state.get().pending.get(keyOf({ resource, row })),
    perform: (action, target) =>
      Effect.suspend(() => {
        const { resource, row } = target
        const needless = action.needless?.(row)
        if (needless !== undefined) {
          return Effect.sync(() => notices.tell("hint", `${resource.nameOf(row)} ${needless}.`))
        }
        return attempt(action, target, (name, changed) => {
          const inverse = resource.actions.find((other) => other.name === action.inverse)
          const isLasting = inverse === undefined || account.isMe(resource, row)
          if (!isLasting && changed !== undefined)
            change((undo) => Undo.made(undo, { resource, row: changed, id: resource.idOf(row), action, inverse }))
          notices.tell("done", `${name} ${action.done}`)
        })
      }),
    undo: again("done", ({ inverse }) => inverse, "Nothing to undo.", "Undone", Undo.takenBack),
    redo: again("undone", ({ action }) => action, "Nothing to redo.", "Done again", Undo.madeAgain),
    forget: () => state.update(() => none)
  }
}
