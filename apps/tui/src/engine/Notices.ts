import * as Cell from "./Cell.ts"

/** What was told, when (in milliseconds), and of what it is: what was done, a hint, or a problem. */
export interface Notice {
  readonly kind: "done" | "hint" | "problem"
  readonly text: string
  readonly at: number
}

export interface NoticesState {
  /** The last ones, oldest first. */
  readonly all: ReadonlyArray<Notice>
  /** What stands on the screen. */
  readonly shown: Notice | undefined
}

export interface Notices {
  readonly state: Cell.Cell<NoticesState>
  readonly tell: (kind: Notice["kind"], text: string) => void
  /** Takes what stands on the screen off it; a problem only where it is meant. */
  readonly dismiss: (problemsToo: boolean) => void
  readonly forget: () => void
}

const most = 200

const none: NoticesState = { all: [], shown: undefined }

export const make = (now: () => number): Notices => {
  const state = Cell.make(none)
  return {
    state,
    tell: (kind, text) => {
      const notice = { kind, text, at: now() }
      // a hint is of the moment
      state.update(({ all }) => ({ all: kind === "hint" ? all : [...all, notice].slice(-most), shown: notice }))
    },
    dismiss: (problemsToo) =>
      state.update((now) =>
        now.shown === undefined || (now.shown.kind === "problem" && !problemsToo) ? now : { ...now, shown: undefined }
      ),
    forget: () => state.update(() => none)
  }
}
