import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Changes, countUnfinished } from "./Changes.ts"
import { Notices } from "./Notices.ts"
import { Screen } from "./Program.ts"
import * as UndoStack from "./UndoStack.ts"

const directions = {
  undo: {
    stack: "done",
    action: ({ inverse }: UndoStack.Change) => inverse,
    nothing: "Nothing to undo.",
    later: "Wait for the change in progress, then undo it.",
    label: "Undone",
    move: UndoStack.undone
  },
  redo: {
    stack: "undone",
    action: ({ action }: UndoStack.Change) => action,
    nothing: "Nothing to redo.",
    later: "Wait for the undo in progress, then redo it.",
    label: "Done again",
    move: UndoStack.redone
  }
} as const

/** Undoes and redoes the changes of {@link Changes}. */
export class Undo extends Context.Service<
  Undo,
  {
    /** Undoes the last change; `key` names the key in a message. */
    readonly undo: (key: string) => Effect.Effect<void>
    readonly redo: Effect.Effect<void>
  }
>()("@remote-assist/tui/Undo") {
  static readonly layer: Layer.Layer<Undo, never, Changes | Notices | Screen> = Layer.effect(
    Undo,
    Effect.gen(function* () {
      const { rerun, state, updateUndo, whenIdle } = yield* Changes
      const notices = yield* Notices
      const screen = yield* Screen
      const hint = (text: string) => Effect.sync(() => notices.show("hint", text))

      const run = (name: keyof typeof directions, key: string) => (): Effect.Effect<void> => {
        const { action, label, later, move, nothing, stack } = directions[name]
        const last = state.get().undo[stack].at(-1)
        if (last === undefined) return hint(countUnfinished(state.get()) > 0 ? `${nothing} ${later}` : nothing)
        const { blockedBy, resource } = last
        const place = screen.has(resource) ? undefined : UndoStack.screenOf(last)
        if (stack === "done" && blockedBy !== undefined) {
          updateUndo((now) => UndoStack.blocked(now, undefined))
          const earlier = `${UndoStack.format(last)}${place === undefined ? "" : `, on ${place}`}`
          return hint(
            `The last change cannot be undone: ${blockedBy}. ${key} again undoes the change before it: ${earlier}.`
          )
        }
        return Effect.map(rerun(action(last), last, `${label}${place === undefined ? "" : ` on ${place}`}: `), (rows) =>
          updateUndo((now) => move(now, last, rows))
        )
      }

      return Undo.of({
        undo: (key) => Effect.asVoid(whenIdle(run("undo", key))),
        redo: Effect.asVoid(whenIdle(run("redo", "")))
      })
    })
  )
}
