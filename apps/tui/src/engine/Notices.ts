import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import * as Observable from "../Observable.ts"
import { Program } from "./Program.ts"

/** A message: a success, a hint or a problem; `at` is in milliseconds. */
export interface Notice {
  readonly kind: "done" | "hint" | "problem"
  readonly text: string
  readonly at: number
}

export interface NoticesState {
  /** The last notices without hints, oldest first. */
  readonly all: ReadonlyArray<Notice>
  /** The success or hint to show until the next key. */
  readonly shown: Notice | undefined
  /** The problems that the user has not dismissed, oldest first. */
  readonly problems: ReadonlyArray<Notice>
}

const maxNotices = 200

const none: NoticesState = { all: [], shown: undefined, problems: [] }

/** The messages to the user. */
export class Notices extends Context.Service<
  Notices,
  {
    readonly state: Observable.Observable<NoticesState>
    readonly show: (kind: Notice["kind"], text: string) => void
    /** Stores a problem that is shown elsewhere, such as in a form. */
    readonly note: (text: string) => void
    /** Hides the success or hint. */
    readonly dismiss: () => void
    /** Hides the last problem. */
    readonly dismissProblem: () => void
    readonly forget: () => void
  }
>()("@remote-assist/tui/Notices") {
  static readonly layer = Layer.effect(
    Notices,
    Effect.map(Program, ({ now }) => make(now))
  )
}

export const make = (now: () => number): Notices["Service"] => {
  const state = Observable.make(none)
  return {
    state,
    show: (kind, text) => {
      const notice = { kind, text, at: now() }
      state.update(({ all, problems, shown }) => ({
        all: kind === "hint" ? all : [...all, notice].slice(-maxNotices),
        shown: kind === "problem" ? shown : notice,
        // a repeated problem replaces the earlier one
        problems:
          kind === "problem"
            ? [...problems.filter((problem) => problem.text !== text), notice].slice(-maxNotices)
            : problems
      }))
    },
    note: (text) => {
      const notice: Notice = { kind: "problem", text, at: now() }
      state.update((before) => ({
        ...before,
        all: [...before.all.filter((each) => each.text !== text), notice].slice(-maxNotices)
      }))
    },
    dismiss: () => state.update((now) => (now.shown === undefined ? now : { ...now, shown: undefined })),
    dismissProblem: () => state.update((now) => ({ ...now, problems: now.problems.slice(0, -1) })),
    forget: () => state.update(() => none)
  }
}
