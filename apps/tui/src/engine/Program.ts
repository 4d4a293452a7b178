import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"

import type { Report } from "../actions/Report.ts"
import * as Observable from "../Observable.ts"
import type { AnyResource } from "../resources/Resource.ts"

/** What the engine needs to know about the screen. */
export class Screen extends Context.Service<
  Screen,
  {
    /** Whether a resource is on screen: in its own list or in a box. */
    readonly has: (resource: AnyResource) => boolean
    readonly showsList: (resource: AnyResource) => boolean
    readonly showReport: (report: Report) => void
  }
>()("@remote-assist/tui/Screen") {}

/** Returns the title of the screen that shows a resource. */
export const screenTitle = ({ group, title }: AnyResource): string => group?.title ?? title

/** A defect of the program. The terminal is restored before it is reported. */
export class Crashed extends Data.TaggedError("Crashed")<{ readonly cause: unknown }> {
  override get message() {
    const { cause } = this
    const text = cause instanceof Error ? cause.message : String(cause)
    const [, at] = /\n\s+at (.+)/.exec(cause instanceof Error ? (cause.stack ?? "") : "") ?? []
    return `remote-assist stopped because of a fault in itself: ${text}${at === undefined ? "" : ` (at ${at})`}`
  }
}

const makeProgram = Effect.fnUntraced(function* (now: (() => number) | undefined) {
  const clock = yield* Clock.Clock
  const fork = yield* FiberSet.makeRuntime<FileSystem.FileSystem | Path.Path>()
  const end = yield* Deferred.make<string | undefined, Crashed>()
  return {
    /** Milliseconds since the epoch. */
    now: now ?? (() => clock.currentTimeMillisUnsafe()),
    /** Runs an effect until it is done or the program ends. A defect ends the program. */
    run: (effect: Effect.Effect<void, never, FileSystem.FileSystem | Path.Path>): void => {
      fork(
        Effect.onError(effect, (cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.void : Deferred.fail(end, new Crashed({ cause: Cause.squash(cause) }))
        )
      )
    },
    /** Ends the program, or switches to another profile. */
    quit: (profile?: string): void => void Deferred.doneUnsafe(end, Effect.succeed(profile)),
    ended: Deferred.await(end)
  }
})

/** The running program. */
export class Program extends Context.Service<Program, Effect.Success<ReturnType<typeof makeProgram>>>()(
  "@remote-assist/tui/Program"
) {
  /** Layer for the program; `now` replaces the clock. */
  static readonly layer = (now?: () => number) => Layer.effect(Program, makeProgram(now))
}

/** A message: a success, a hint or a problem; `at` is in milliseconds. */
export interface Notice {
  readonly kind: "done" | "hint" | "problem"
  readonly text: string
  readonly at: number
  /** Whether it says that a key was ignored. */
  readonly isOfIgnored?: true
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

export const makeNotices = (now: () => number) => {
  const state = Observable.make(none)
  return {
    state,
    show: (kind: Notice["kind"], text: string) => {
      const notice: Notice = { kind, text, at: now() }
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
    /** Stores a problem that is shown elsewhere, such as in a form. */
    note: (text: string) =>
      state.update(({ all, ...rest }) => {
        const others = all.filter((each) => each.text !== text)
        return { ...rest, all: [...others, { kind: "problem" as const, text, at: now() }].slice(-maxNotices) }
      }),
    dismiss: () => state.update((now) => (now.shown === undefined ? now : { ...now, shown: undefined })),
    dismissProblem: () => state.update((now) => ({ ...now, problems: now.problems.slice(0, -1) })),
    forget: () => state.update(() => none)
  }
}

/** The messages to the user. */
export class Notices extends Context.Service<Notices, ReturnType<typeof makeNotices>>()("@remote-assist/tui/Notices") {
  static readonly layer = Layer.effect(
    Notices,
    Effect.map(Program, ({ now }) => makeNotices(now))
  )
}
