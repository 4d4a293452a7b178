import { PassThrough } from "node:stream"

import { useApp, useInput, usePaste } from "ink"
import type { Key } from "ink"
import { useEffect, useEffectEvent, useInsertionEffect, useRef } from "react"

import { graphemes } from "../text/format.ts"

// oxlint-disable no-control-regex -- terminals send them

/** A mouse event at a cell of the terminal, counted from 0. */
export interface Mouse {
  /** Notches that the wheel turned down, negative for up; 0 for a press. */
  readonly notches: number
  readonly row: number
  readonly column: number
}

/** Enables reports of buttons and wheel (1000), in the form without a column limit (1006). */
export const mouseOn = "\u001B[?1000h\u001B[?1006h"

/** Disables these reports, and any mouse mode of another program. */
export const mouseOff = "\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l"

/** A mouse report, and its repetitions: a wheel sends many at once. Source: XTerm Control Sequences, "Mouse Tracking". */
const mouseReport = /(\u001B\[<(\d{1,3});(\d{1,4});(\d{1,4})M)\1*/g

const mark = 0xe000

/** Ink drops mouse reports; this makes each a key of the kitty protocol whose text is its numbers. */
const asKeys = (text: string): string =>
  text.replaceAll(mouseReport, (all: string, one: string, button: string, column: string, row: string) => {
    const characters = [mark, button, column, row, all.length / one.length]
    return `\u001B[${mark};1;${characters.join(":")}u`
  })

/** The first button without modifiers, and the wheel up and down. */
const directions: Readonly<Record<number, number>> = { 0: 0, 64: -1, 65: 1 }

/** Returns whether `useInput` was called for a report. */
const isMouse = (input: string): boolean => input.codePointAt(0) === mark

/** Parses the text of such a key: `undefined` for another button, a modifier or a movement. */
const parseMouse = (input: string): Mouse | undefined => {
  const [, button = -1, column = 0, row = 0, count = 0] = Array.from(input, (each) => each.codePointAt(0) ?? 0)
  const direction = directions[button]
  if (direction === undefined) return undefined
  return { notches: direction * count, row: row - 1, column: column - 1 }
}

/** Reports in the first mouse protocol and answers to another program, which Ink would take for typed text. */
const garbage = /\u001B(?:\[M[ -\u00FF]{3}|[\]P^_X][^\u0007\u001B]*(?:\u0007|\u001B\\))/g

/** In the kitty protocol, a key of another layout with Ctrl or Alt, with the key at its place in the Latin layout. */
const otherLayout = /\u001B\[(?!1[01]\d:|12[0-7]:)\d{3,}:\d*:(\d+);([\d:]+)u/g

const unfinishedReport = /\u001B\[(?:<[\d;]*|M[ -\u00FF]{0,2})$/

/**
 * Returns the input for Ink, which reads a terminal while raw mode is on. The mouse, other layouts and answers to other
 * programs are what Ink does not read.
 */
export const make = (stdin: NodeJS.ReadableStream & { readonly setRawMode?: (isRaw: boolean) => unknown }) => {
  const input = new PassThrough()
  let pending = ""
  const onData = (data: string | Buffer) => {
    // keeps bytes as they are: a character may be in two reads
    const text = pending + Buffer.from(data).toString("latin1")
    pending = unfinishedReport.exec(text)?.[0] ?? ""
    const whole = text.slice(0, text.length - pending.length)
    input.write(asKeys(whole).replaceAll(garbage, "").replaceAll(otherLayout, "\u001B[$1;$2u"), "latin1")
  }
  return Object.assign(input, {
    isTTY: true,
    setRawMode: (isRaw: boolean) => {
      stdin.off("data", onData)
      stdin.setRawMode?.(isRaw)
      if (isRaw) stdin.on("data", onData).resume()
      else stdin.pause()
    }
  })
}

export type TerminalInput = ReturnType<typeof make>

/** A key, named as in the keymap, and the text that it types, if any. */
export interface KeyPress {
  readonly name: string
  readonly text: string | undefined
  /** Whether a key that is held down repeats; undefined if the terminal does not report it. */
  readonly isRepeat?: boolean
}

const modifiers = ["ctrl", "meta", "super", "hyper", "shift"] as const

const arrows = ["upArrow", "downArrow", "leftArrow", "rightArrow"] as const

const others = ["pageUp", "pageDown", "home", "end", "return", "escape", "tab", "backspace", "delete"] as const

/** Names of the keymap that differ from those of Ink. */
const aliases: Readonly<Record<string, string>> = { meta: "alt", return: "enter", escape: "esc" }

const textOrControl = /\r\n|[\0-\u001F\u007F]|[^\0-\u001F\u007F]+/g

const controls: Readonly<Record<string, string>> = {
  "\0": "ctrl+space",
  "\t": "tab",
  "\n": "enter",
  "\r": "enter",
  "\r\n": "enter"
}

const withoutText = (name: string): KeyPress => ({ name, text: undefined })

/** Returns a key for each control and each user-perceived character of a text that arrived in one read. */
const keysOfText = (text: string): ReadonlyArray<KeyPress> =>
  (text.match(textOrControl) ?? []).flatMap((part) =>
    part < " "
      ? [withoutText(controls[part] ?? `ctrl+${String.fromCodePoint(part.charCodeAt(0) + 64).toLowerCase()}`)]
      : Array.from(graphemes(part), (text) => ({ name: text === " " ? "space" : text, text }))
  )

/** Converts the arguments of `useInput` to keys; a release is not a key. */
const keyPresses = (input: string, key: Key): ReadonlyArray<KeyPress> => {
  const { ctrl, eventType, hyper, meta } = key
  if (eventType === "release") return []
  // only the kitty protocol distinguishes Alt with a key from Esc before a key
  if (meta && eventType === undefined) return [withoutText("esc"), ...keyPresses(input, { ...key, meta: false })]
  const name = arrows.find((arrow) => key[arrow])?.replace("Arrow", "") ?? others.find((other) => key[other])
  const isCommand = ctrl || meta || key.super || hyper
  const pressed = name ?? (isCommand ? (input === " " ? "space" : input) : "")
  const parts = [...modifiers.filter((modifier) => key[modifier]), pressed].map((part) => aliases[part] ?? part)
  const keys = pressed === "" ? keysOfText(isCommand ? "" : input) : [withoutText(parts.join("+"))]
  return eventType === undefined ? keys : keys.map((each) => ({ ...each, isRepeat: eventType === "repeat" }))
}

/** The arguments of `useInput`. */
export type Input = readonly [input: string, key: Key]

/** Receives keys and pastes. */
export interface Listener {
  readonly onKey: (key: KeyPress) => void
  readonly onPaste: (text: string) => void
}

interface Props extends Listener {
  readonly onMouse?: (mouse: Mouse) => void
  readonly input: TerminalInput
  /** The keys that were pressed while the program was loading. */
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
const stopTimeoutMs = 100

/** Milliseconds to wait for a signal that ends the program, as `kill %1` sends one after it continues. */
const endTimeoutMs = 20

const continued = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      process.off("SIGCONT", done)
      setTimeout(resolve, endTimeoutMs)
    }
    const timer = setTimeout(done, stopTimeoutMs)
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
