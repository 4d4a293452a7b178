import * as Input from "./Input.ts"
import type { KeyPress } from "./KeyPress.ts"

export interface Listener {
  readonly onKey: (key: KeyPress) => void
  readonly onPaste: (text: string) => void
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
  // Esc was told of, and may have been the beginning of a sequence on a slow line
  let wasEscape = false
  let timer: NodeJS.Timeout | undefined

  const tell = (input: Input.Input) => {
    if (input._tag === "SpeaksKitty") return onKitty()
    const own = input._tag === "Key" ? reserved[input.key.name] : undefined
    if (own !== undefined) return own()
    for (const { onKey, onPaste } of listeners) {
      if (input._tag === "Key") onKey(input.key)
      else onPaste(input.text)
    }
  }
  const onData = (data: string | Buffer) => {
    clearTimeout(timer)
    const chunk = data.toString()
    const parsed = Input.parse(wasEscape && Input.isTail(chunk) ? "\u001B" : rest, chunk)
    rest = parsed.rest
    wasEscape = false
    const patience = Input.patience(rest)
    if (patience !== undefined) timer = setTimeout(onSilence, patience)
    parsed.inputs.forEach(tell)
  }
  const onSilence = () => {
    const inputs = Input.giveUp(rest)
    wasEscape = rest === "\u001B"
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
