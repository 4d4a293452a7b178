import * as Observable from "./Observable.ts"

/** What was told, when (in milliseconds), and of what it is: what was done, a hint, or a problem. */
export interface Notice {
  readonly kind: "done" | "hint" | "problem"
  readonly text: string
  readonly at: number
}

export interface NoticesState {
  /** The last ones, oldest first. */
  readonly all: ReadonlyArray<Notice>
  /** What stands on the screen until the next key: what was done, or a hint. */
  readonly shown: Notice | undefined
  /** The problems that nobody has dismissed, oldest first: nothing that is told takes them off the screen. */
  readonly problems: ReadonlyArray<Notice>
}

export interface Notices {
  readonly state: Observable.Observable<NoticesState>
  readonly tell: (kind: Notice["kind"], text: string) => void
  /** Keeps a problem that stands on the screen elsewhere, such as in its form. */
  readonly note: (text: string) => void
  /** Takes off the screen what stands there until the next key. */
  readonly dismiss: () => void
  /** Takes the last problem off the screen. */
  readonly dismissProblem: () => void
  readonly forget: () => void
}

const most = 200

const none: NoticesState = { all: [], shown: undefined, problems: [] }

/** One that is told again in the same words is the same. */
const withProblem = (problems: ReadonlyArray<Notice>, notice: Notice) =>
  [...problems.filter(({ text }) => text !== notice.text), notice].slice(-most)

export const make = (now: () => number): Notices => {
  const state = Observable.make(none)
  return {
    state,
    tell: (kind, text) => {
      const notice = { kind, text, at: now() }
      state.update(({ all, problems, shown }) => ({
        // a hint is of the moment
        all: kind === "hint" ? all : [...all, notice].slice(-most),
        shown: kind === "problem" ? shown : notice,
        problems: kind === "problem" ? withProblem(problems, notice) : problems
      }))
    },
    note: (text) => {
      const notice: Notice = { kind: "problem", text, at: now() }
      state.update((told) => ({ ...told, all: [...told.all, notice].slice(-most) }))
    },
    dismiss: () => state.update((now) => (now.shown === undefined ? now : { ...now, shown: undefined })),
    dismissProblem: () => state.update((now) => ({ ...now, problems: now.problems.slice(0, -1) })),
    forget: () => state.update(() => none)
  }
}
