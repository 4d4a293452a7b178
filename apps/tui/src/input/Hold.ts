import * as Keyboard from "./Keyboard.ts"
import * as Kitty from "./kitty.ts"
import * as Modes from "./modes.ts"

export interface Options {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly modes: Modes.Modes
  /** Shows all there is. */
  readonly redraw: () => void
}

export interface Hold {
  readonly keyboard: Keyboard.Keyboard
  /** Takes the terminal, until the function that it gives is called. */
  readonly take: () => () => void
  /** Whether others have the terminal. */
  readonly isSuspended: () => boolean
}

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
export const make = ({ modes, redraw, stdin, stdout }: Options): Hold => {
  const { isOwned } = modes
  const erase = isOwned ? Modes.erase : ""
  let isTaken = false
  let isSuspended = false
  let speaksKitty = false

  const enter = (sequence: string) => {
    stdout.write(`${sequence}${erase}${isOwned ? Kitty.query : ""}`)
    keyboard.start()
  }
  const leave = () => {
    keyboard.stop()
    stdout.write(`${speaksKitty ? Kitty.leave : ""}${modes.close}`)
    speaksKitty = false
  }
  const refresh = () => {
    if (isSuspended) return
    // a terminal may have wrapped the lines that were there
    stdout.write(`${modes.enter}${erase}`)
    redraw()
  }

  const suspend = async () => {
    if (isSuspended || stdin !== process.stdin || process.platform === "win32") return
    isSuspended = true
    leave()
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
    retake(modes.open)
  }
  const retake = (sequence: string) => {
    keyboard.stop()
    enter(sequence)
    redraw()
    // nobody told a stopped process of a new size
    if (isOwned) process.kill(process.pid, "SIGWINCH")
  }
  const onStop = () => void suspend()
  const onContinue = () => {
    if (!isSuspended) retake(modes.enter)
  }
  const keyboard = Keyboard.make({
    stdin,
    onKitty: () => {
      if (!speaksKitty) stdout.write(Kitty.enter)
      speaksKitty = true
    },
    reserved: { "ctrl+l": refresh, "ctrl+z": onStop }
  })

  return {
    keyboard,
    isSuspended: () => isSuspended,
    take: () => {
      isTaken = true
      enter(modes.open)
      if (isOwned) stdout.on("resize", refresh)
      process.on("SIGTSTP", onStop)
      process.on("SIGCONT", onContinue)
      return () => {
        isTaken = false
        stdout.off("resize", refresh)
        process.off("SIGTSTP", onStop)
        process.off("SIGCONT", onContinue)
        if (!isSuspended) leave()
      }
    }
  }
}
