import * as Input from "./Input.ts"
import type { KeyPress } from "./KeyPress.ts"
import type { Mouse } from "./Mouse.ts"

export interface Listener {
  readonly onKey: (key: KeyPress) => void
  readonly onPaste: (text: string) => void
  /** Hears of the mouse, where it is asked for. */
  readonly onMouse?: (mouse: Mouse) => void
}

/** What is typed at a terminal. */
export interface Keyboard {
  /** Tells of every key and paste from now on, until the function that it gives is called. */
  readonly listen: (listener: Listener) => () => void
  /** Takes the terminal: every key comes at once and is not shown. */
  readonly start: () => void
  /** Gives it back as it was. */
  readonly stop: () => void
}

const setRawMode = (stdin: NodeJS.ReadableStream, isRaw: boolean) => {
  if ("setRawMode" in stdin && typeof stdin.setRawMode === "function") stdin.setRawMode(isRaw)
}

interface Options {
  readonly stdin: NodeJS.ReadableStream
  /** Hears that the terminal speaks the kitty keyboard protocol. */
  readonly onKitty: () => void
  /** What keys do that no listener hears of. */
  readonly reserved: Readonly<Record<string, () => void>>
}

export const make = ({ onKitty, reserved, stdin }: Options): Keyboard => {
  const listeners = new Set<Listener>()
  let rest = ""
  // what was given up may have been the beginning of a sequence on a slow line
  let lost = ""
  let timer: NodeJS.Timeout | undefined

  const tell = (input: Input.Input) => {
    if (input._tag === "SpeaksKitty") return onKitty()
    const own = input._tag === "Key" ? reserved[input.key.name] : undefined
    if (own !== undefined) return own()
    for (const { onKey, onMouse, onPaste } of listeners) {
      if (input._tag === "Key") onKey(input.key)
      else if (input._tag === "Paste") onPaste(input.text)
      else onMouse?.(input.mouse)
    }
  }
  const onData = (data: string | Buffer) => {
    clearTimeout(timer)
    const chunk = data.toString()
    const parsed = Input.parse(Input.isTail(lost, chunk) ? lost : rest, chunk)
    rest = parsed.rest
    lost = ""
    const patience = Input.patience(rest)
    if (patience !== undefined) timer = setTimeout(onSilence, patience)
    Input.joined(parsed.inputs).forEach(tell)
  }
  const onSilence = () => {
    const inputs = Input.giveUp(rest)
    lost = rest
    rest = ""
    inputs.forEach(tell)
  }
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: () => {
      stdin.setEncoding("utf8")
      // off before on: Node does nothing where it believes that it is on already
      setRawMode(stdin, false)
      setRawMode(stdin, true)
      stdin.on("data", onData)
      stdin.resume()
    },
    stop: () => {
      clearTimeout(timer)
      rest = ""
      stdin.off("data", onData)
      stdin.pause()
      setRawMode(stdin, false)
    }
  }
}
