import type { Acknowledged, EnterpriseUsers } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { Cell } from "../Cell.ts"
import type { RemoteList } from "../list/RemoteList.ts"
import * as Problem from "../Problem.ts"
import type { Account } from "./Account.ts"
import * as Undo from "./Undo.ts"

type User = EnterpriseUsers.EnterpriseUser

export type Pending = "deactivating" | "reactivating" | "deleting"

export interface Notice {
  readonly kind: "done" | "hint" | "problem"
  readonly text: string
}

export interface ChangesState {
  /** What is under way, and with whom. */
  readonly pending: ReadonlyMap<EnterpriseUsers.UserId, Pending>
  readonly undo: Undo.Undo
  readonly notice: Notice | undefined
}

export const initial: ChangesState = { pending: new Map(), undo: [], notice: undefined }

export interface UserChanges {
  readonly state: Cell<ChangesState>
  readonly setActive: (user: User, active: boolean) => Effect.Effect<void>
  readonly undo: Effect.Effect<void>
  /** Takes back what was told; a problem stays until it is dismissed. */
  readonly dismiss: (problemsToo: boolean) => void
  readonly remove: (user: User) => Effect.Effect<void>
}

/** What to call a user: the e-mail address where there is one. */
export const nameOf = (user: User): string => user.email || user.username || user.name || `user ${user.id}`

interface Needs {
  readonly users: EnterpriseUsers.EnterpriseUsers["Service"]
  readonly account: Account["Service"]
  readonly list: RemoteList<User>
  readonly state: Cell<ChangesState>
}

const verbs = { true: "reactivate", false: "deactivate" } as const
const refused = "Refresh to see how things are, then try again."

export const make = ({ account, list, state, users }: Needs): UserChanges => {
  const tell = (kind: Notice["kind"], text: string) => state.update((now) => ({ ...now, notice: { kind, text } }))

  const mark = (id: EnterpriseUsers.UserId, pending: Pending | undefined) =>
    state.update((now) => {
      const next = new Map(now.pending)
      if (pending === undefined) next.delete(id)
      else next.set(id, pending)
      return { ...now, pending: next }
    })

  /** Makes one change at a time to a user; succeeds with whether it took place. */
  const attempt = <A>(
    change: { readonly id: EnterpriseUsers.UserId; readonly doing: string; readonly pending: Pending },
    call: Effect.Effect<A, Problem.Failure>,
    onDone: (answer: A) => void
  ): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      const busy = state.get().pending.get(change.id)
      if (busy !== undefined) {
        tell("hint", `Still ${busy} this user: wait for the answer.`)
        return Effect.succeed(false)
      }
      mark(change.id, change.pending)
      state.update((now) => ({ ...now, notice: undefined }))
      return call.pipe(
        Effect.match({
          onSuccess: (answer) => {
            onDone(answer)
            return true
          },
          onFailure: (error) => {
            const { todo, what } = Problem.of(change.doing, error, refused)
            tell("problem", `${what} ${todo}`)
            if (Problem.isEnd(error)) account.end(error.reason)
            return false
          }
        }),
        Effect.ensuring(Effect.sync(() => mark(change.id, undefined)))
      )
    })

  const switchTo = (id: EnterpriseUsers.UserId, who: string, active: boolean, onDone: () => void) =>
    attempt<Acknowledged<User>>(
      { id, doing: `${verbs[`${active}`]} ${who}`, pending: active ? "reactivating" : "deactivating" },
      active ? users.reactivate(id) : users.deactivate(id),
      ({ entry }) => {
        const now = Option.getOrUndefined(entry)
        list.patch((user) => (user.id === id ? { ...user, active, ...now } : user))
        if (now === undefined || list.state.get().filter !== "") list.refresh()
        onDone()
      }
    )

  return {
    state,
    setActive: (user, active) => {
      const who = nameOf(user)
      if (user.active === active) {
        return Effect.sync(() => tell("hint", `${who} is ${active ? "active" : "inactive"} already.`))
      }
      return switchTo(user.id, who, active, () => {
        tell("done", active ? `${who} is active again.` : `${who} is deactivated and cannot log in; all data is kept.`)
        state.update((now) => ({ ...now, undo: Undo.done(now.undo, { id: user.id, who, wasActive: !active }) }))
      })
    },
    undo: Effect.suspend(() => {
      const change = state.get().undo.at(-1)
      if (change === undefined) return Effect.sync(() => tell("hint", "Nothing to undo."))
      return switchTo(change.id, change.who, change.wasActive, () => {
        state.update((now) => ({ ...now, undo: Undo.undone(now.undo, change) }))
        tell("done", `Undone: ${change.who} is ${change.wasActive ? "active" : "inactive"} again.`)
      })
    }),
    dismiss: (problemsToo) =>
      state.update((now) =>
        now.notice === undefined || (now.notice.kind === "problem" && !problemsToo)
          ? now
          : { ...now, notice: undefined }
      ),
    remove: (user) =>
      attempt({ id: user.id, doing: `delete ${nameOf(user)}`, pending: "deleting" }, users.remove(user.id), () => {
        list.patch((other) => (other.id === user.id ? undefined : other))
        list.refresh()
        state.update((now) => ({ ...now, undo: Undo.forgotten(now.undo, user.id) }))
        tell("done", `${nameOf(user)} is deleted with all data.`)
      })
  }
}
