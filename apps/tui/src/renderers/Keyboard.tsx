import { useApp, useInput, usePaste } from "ink"
import { useEffect, useEffectEvent, useInsertionEffect, useRef } from "react"

import { isMouse, keyPresses, parseMouse } from "../input/TerminalInput.ts"
import type { KeyPress, Mouse, TerminalInput } from "../input/TerminalInput.ts"
import type { Input } from "./Loading.tsx"

/** Receives keys and pastes. */
export interface Listener {
  readonly onKey: (key: KeyPress) => void
  readonly onPaste: (text: string) => void
}

interface Props extends Listener {
  readonly onMouse?: (mouse: Mouse) => void
  readonly input: TerminalInput
  /** The keys that were pressed before. */
  readonly early?: Array<Input>
  /** Sets and resets terminal modes that Ink does not know. */
  readonly modes: { readonly set: () => void; readonly reset: () => void }
  /** Sets the modes again and draws everything. */
  readonly redraw: () => void
  /** Whether the terminal is that of this process, which Ctrl-Z stops. */
  readonly isOwn: boolean
}

const none: Array<Input> = []

/** Milliseconds to wait for a stop. The system does not stop an orphaned process group. */
const untilStopped = 100

/** Milliseconds to wait for a signal that ends the program, as `kill %1` sends one after it continues. */
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

/** Reads keys with Ink. Ctrl-L redraws, Ctrl-Z suspends the program and restores the terminal meanwhile. */
export const Keyboard = ({ early = none, input: terminal, isOwn, modes, onKey, onMouse, onPaste, redraw }: Props) => {
  const { suspendTerminal } = useApp()
  const reportsRepeats = useRef(false)
  const stop = useRef<() => void>(() => undefined)

  // before the first frame, and until after the last
  useInsertionEffect(() => {
    // Ink would set it after the first frame, and the terminal would show a password that is typed until then
    terminal.setRawMode(true)
    modes.set()
    return modes.reset
  }, [modes, terminal])

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
      // a stopped process gets no signal for a new size
      process.kill(process.pid, "SIGWINCH")
    }
    const onStop = () =>
      void suspended(async () => {
        process.off("SIGTSTP", onStop)
        // to the group, as a terminal does: the parent, such as pnpm, stops too
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

  const onInput = (...[input, key]: Input) => {
    if (isMouse(input)) {
      const mouse = parseMouse(input)
      if (mouse !== undefined) onMouse?.(mouse)
      return
    }
    // Ink reports a press for keys with a modifier even if the terminal does not distinguish repeats
    reportsRepeats.current ||= key.eventType === "repeat" || key.eventType === "release"
    for (const press of keyPresses(input, key)) {
      const { isRepeat: _, ...once } = press
      if (press.name === "ctrl+l") redraw()
      else if (press.name === "ctrl+z") stop.current()
      else onKey(reportsRepeats.current ? press : once)
    }
  }
  const onEarlyInput = useEffectEvent(onInput)
  useEffect(() => {
    for (const each of early.splice(0)) onEarlyInput(...each)
  }, [early])
  useInput(onInput)
  usePaste(onPaste)
  return null
}
