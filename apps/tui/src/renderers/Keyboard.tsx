import { useApp, useInput, usePaste } from "ink"
import { useEffect, useInsertionEffect, useRef } from "react"

import { keyPresses } from "../input/KeyPress.ts"
import type { KeyPress } from "../input/KeyPress.ts"
import { mouseMark } from "../input/TerminalInput.ts"
import type { TerminalInput } from "../input/TerminalInput.ts"

/** Hears what is typed. */
export interface Listener {
  readonly onKey: (key: KeyPress) => void
  readonly onPaste: (text: string) => void
}

interface Props extends Listener {
  readonly input: TerminalInput
  /** What a renderer needs of the terminal besides what Ink sets, and what ends that. */
  readonly modes: { readonly set: () => void; readonly reset: () => void }
  /** Sets the modes once more and draws all of it, whatever another program made of the terminal. */
  readonly redraw: () => void
  /** Whether the terminal is that of this process, which Ctrl-Z stops. */
  readonly isOwn: boolean
}

/** A group of processes that nobody can continue is not stopped by the system: how long to wait, in milliseconds. */
const untilStopped = 100

/** A signal that ends the program may come along, as `kill %1` sends it. */
const untilEnded = 20

const continued = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      process.off("SIGCONT", done)
      setTimeout(resolve, untilEnded)
    }
    const timer = setTimeout(done, untilStopped)
    process.on("SIGCONT", done)
  })

/** Takes the keys of a terminal: Ctrl-L draws it anew, Ctrl-Z gives it back while the program is stopped. */
export const Keyboard = ({ input: terminal, isOwn, modes, onKey, onPaste, redraw }: Props) => {
  const { suspendTerminal } = useApp()
  const tellsRepeats = useRef(false)
  const stop = useRef<() => void>(() => undefined)

  // before the first frame, and until after the last
  useInsertionEffect(() => {
    modes.set()
    return modes.reset
  }, [modes])

  useEffect(() => {
    if (!isOwn || process.platform === "win32") return undefined
    let isMounted = true
    let isStopped = false
    const suspended = async (pause: () => Promise<void>) => {
      if (isStopped) return
      isStopped = true
      await suspendTerminal(async () => {
        modes.reset()
        await pause()
      })
      isStopped = false
      if (!isMounted) return
      redraw()
      // nobody tells a stopped process of a new size
      process.kill(process.pid, "SIGWINCH")
    }
    const onStop = () =>
      void suspended(async () => {
        process.off("SIGTSTP", onStop)
        // to the group, as the terminal does it: what started the program stops with it
        process.kill(0, "SIGTSTP")
        await continued()
        if (isMounted) process.on("SIGTSTP", onStop)
      })
    const onContinue = () => void suspended(async () => undefined)
    stop.current = onStop
    process.on("SIGTSTP", onStop)
    process.on("SIGCONT", onContinue)
    return () => {
      isMounted = false
      process.off("SIGTSTP", onStop)
      process.off("SIGCONT", onContinue)
    }
  }, [isOwn, modes, redraw, suspendTerminal])

  useInput((input, key) => {
    if (input === mouseMark) return terminal.click()
    // Ink takes a key with a modifier for one that the kitty protocol reports, and then for a press
    tellsRepeats.current ||= key.eventType === "repeat" || key.eventType === "release"
    for (const press of keyPresses(input, key)) {
      const { isRepeat: _, ...once } = press
      if (press.name === "ctrl+l") redraw()
      else if (press.name === "ctrl+z") stop.current()
      else onKey(tellsRepeats.current ? press : once)
    }
  })
  usePaste(onPaste)
  return null
}
