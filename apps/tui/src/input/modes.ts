/**
 * How the program wants the terminal, whatever another program left behind: the alternate screen, all of it to scroll,
 * no insertion, letters as letters, no style; no line wrapped, the cursor hidden, pastes marked.
 */
export const enter = "\u001B[?1047h\u001B[r\u001B[?6l\u001B[4l\u001B(B\u000F\u001B[m\u001B[?7l\u001B[?25l\u001B[?2004h"

/** Keeps where the cursor is, and what is on the screen, for {@link close}. */
export const open = `\u001B[?1049h${enter}`

/** How others expect it, as it was before {@link open}. */
export const close = "\u001B[m\u001B[?2004l\u001B[?7h\u001B[?1049l\u001B[?25h"

/** Empties the screen. */
export const erase = "\u001B[H\u001B[J"
