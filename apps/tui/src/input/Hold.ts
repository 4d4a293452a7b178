import type { SuspendTerminal } from "ink"

import * as Keyboard from "./Keyboard.ts"
import * as Kitty from "./kitty.ts"
import * as Modes from "./modes.ts"

export interface Options {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  /** Has Ink forget what it believes to be on the screen. */
  readonly forget: () => void
  readonly suspendInk: SuspendTerminal
}

export interface Hold {
  readonly keyboard: Keyboard.Keyboard
  /** Takes the terminal, until the function that it gives is called. */
  readonly take: () => () => void
}

/** Restores nothing but itself: Ink has the terminal restore a cursor even where the alternate screen is left already. */
const saveCursor = "\u001B7"

/** A group of processes that nobody can continue is not stopped by the system: how long to wait, in milliseconds. */
const untilStopped = 100

const untilEnded = 20

const continued = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      process.off("SIGCONT", done)
      resolve()
    }
    const timer = setTimeout(done, untilStopped)
    process.on("SIGCONT", done)
  })

/** The terminal as the program has it: its modes and keyboard, redrawn on Ctrl-L, given back while Ctrl-Z stops it. */
export const make = ({ forget, stdin, stdout, suspendInk }: Options): Hold => {
  let isTaken = false
  let isSuspended = false
  let speaksKitty = false

  const enter = () => {
    stdout.write(`${Modes.enter}${Kitty.query}`)
    keyboard.start()
  }
  const leave = () => {
    keyboard.stop()
    stdout.write(`${speaksKitty ? Kitty.leave : ""}${Modes.leave}`)
    speaksKitty = false
  }
  // before Ink's own listener, which draws: a terminal may have wrapped the lines that Ink thinks are there
  const onResize = () => {
    if (isSuspended) return
    forget()
    stdout.write(`${Modes.enter}${Modes.erase}`)
  }
  const redraw = () => void stdout.emit("resize")

  const suspend = async () => {
    if (isSuspended || stdin !== process.stdin || process.platform === "win32") return
    isSuspended = true
    leave()
    const { resume } = await suspendInk()
    stdout.write(Modes.leave)
    process.off("SIGTSTP", onStop)
    // to the group, as the terminal does it: what started the program stops with it
    process.kill(0, "SIGTSTP")
    await continued()
    // a signal that ends the program may have come along, as `kill %1` sends it
    await new Promise((resolve) => setTimeout(resolve, untilEnded))
    if (!isTaken) return
    // first, since it is what stops the process again where it was continued in the background
    keyboard.start()
    isSuspended = false
    process.on("SIGTSTP", onStop)
    await resume()
    retake()
  }
  const retake = () => {
    keyboard.stop()
    keyboard.start()
    stdout.write(`${Modes.enter}${Kitty.query}`)
    redraw()
    // nobody told a stopped process of a new size
    process.kill(process.pid, "SIGWINCH")
  }
  const onStop = () => void suspend()
  const onContinue = () => {
    if (!isSuspended) retake()
  }
  const keyboard = Keyboard.make({
    stdin,
    onKitty: () => {
      if (!speaksKitty) stdout.write(Kitty.enter)
      speaksKitty = true
    },
    reserved: { "ctrl+l": redraw, "ctrl+z": onStop }
  })

  return {
    keyboard,
    take: () => {
      isTaken = true
      enter()
      stdout.prependListener("resize", onResize)
      process.on("SIGTSTP", onStop)
      process.on("SIGCONT", onContinue)
      return () => {
        isTaken = false
        stdout.off("resize", onResize)
        process.off("SIGTSTP", onStop)
        process.off("SIGCONT", onContinue)
        if (isSuspended) stdout.write(saveCursor)
        else leave()
      }
    }
  }
}
