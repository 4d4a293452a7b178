import * as Hold from "../input/Hold.ts"
import type { Listener } from "../input/Keyboard.ts"
import type { Modes } from "../input/modes.ts"
import { written } from "./Renderer.ts"
import type { Renderer } from "./Renderer.ts"

export interface Options {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly modes: Modes
  readonly listener: Listener
  /** What to write so that the terminal shows what there is now. */
  readonly next: () => string
  /** Has all of it shown anew, as the terminal may show anything by now. */
  readonly forget: () => void
  /** What to write at the end. */
  readonly last?: () => string
  /** Hears of a fault in what is shown. */
  readonly onFault: (cause: unknown) => void
}

/** Takes a terminal, and writes what has changed as fast as it takes it. */
export const take = ({ forget, last, listener, modes, next, onFault, stdin, stdout }: Options): Renderer => {
  let isDue = false
  let isSlow = false
  let isOpen = true

  const show = () => {
    isDue = false
    if (!isOpen || isSlow || hold.isSuspended()) return
    try {
      const text = next()
      if (text !== "") isSlow = !stdout.write(text)
    } catch (cause) {
      onFault(cause)
    }
  }
  const changed = () => {
    if (isDue) return
    isDue = true
    setImmediate(show)
  }
  const onDrain = () => {
    isSlow = false
    changed()
  }
  const redraw = () => {
    forget()
    changed()
  }
  const hold = Hold.make({ stdin, stdout, modes, redraw })
  const deaf = hold.keyboard.listen(listener)
  stdout.on("drain", onDrain)
  const giveBack = hold.take()
  show()
  return {
    changed,
    close: () => {
      isOpen = false
      deaf()
      stdout.off("drain", onDrain)
      const text = last?.() ?? ""
      if (text !== "") stdout.write(text)
      giveBack()
      return written(stdout)
    }
  }
}
