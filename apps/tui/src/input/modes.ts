import * as Mouse from "./Mouse.ts"

/** How a renderer wants the terminal. */
export interface Modes {
  /** As it is wanted, whatever another program left behind. */
  readonly enter: string
  /** The same, where another program had the terminal until now. */
  readonly open: string
  /** How others expect it, as it was before {@link open}. */
  readonly close: string
  /** Whether the terminal is the renderer's as a whole: erased, of a size, with keys as the kitty protocol has them. */
  readonly isOwned: boolean
}

/**
 * The alternate screen, all of it to scroll, no insertion, letters as letters, no style; no line wrapped, the cursor
 * hidden, no mouse, pastes marked.
 */
const enterScreen = `\u001B[?1047h\u001B[r\u001B[?6l\u001B[4l\u001B(B\u000F\u001B[m\u001B[?7l\u001B[?25l${Mouse.off}\u001B[?2004h`

/** To draw on, with a mouse or without. It keeps where the cursor is, and what is on the screen. */
export const screen = (mouse: boolean): Modes => {
  const enter = enterScreen + (mouse ? Mouse.on : "")
  return {
    enter,
    open: `\u001B[?1049h${enter}`,
    close: `${Mouse.off}\u001B[m\u001B[?2004l\u001B[?7h\u001B[?1049l\u001B[?25h`,
    isOwned: true
  }
}

/** To write line by line: all as it is, but for pastes, which are marked, since what is pasted must not run commands. */
export const lines: Modes = {
  enter: "\u001B[?2004h",
  open: "\u001B[?2004h",
  close: "\u001B[?2004l",
  isOwned: false
}

/** Empties the screen. */
export const erase = "\u001B[H\u001B[J"
