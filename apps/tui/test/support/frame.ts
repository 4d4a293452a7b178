import { PassThrough, Writable } from "node:stream"

import xterm from "@xterm/headless"
import { expect, onTestFinished, vi } from "vitest"

import type { Streams } from "../../src/renderers/Terminal.ts"

/** Names of keys as the keymap spells them, and what a terminal sends for them. */
const bytes: Record<string, string> = {
  enter: "\r",
  esc: "\u001B",
  tab: "\t",
  "shift+tab": "\u001B[Z",
  up: "\u001B[A",
  down: "\u001B[B",
  right: "\u001B[C",
  left: "\u001B[D",
  pageDown: "\u001B[6~",
  pageUp: "\u001B[5~",
  home: "\u001B[H",
  end: "\u001B[F",
  space: " ",
  backspace: "\u007F",
  "ctrl+c": "\u0003",
  "ctrl+d": "\u0004",
  "ctrl+l": "\u000C",
  "ctrl+o": "\u000F",
  "ctrl+p": "\u0010",
  "ctrl+r": "\u0012",
  "ctrl+u": "\u0015",
  "ctrl+z": "\u001A"
}

/** What a terminal sends for a key, or for text. */
export const bytesOf = (key: string): string => bytes[key] ?? key

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** What stands on a terminal, and the keyboard before it. */
export interface Frame {
  readonly terminal: xterm.Terminal
  readonly lines: () => ReadonlyArray<string>
  readonly text: () => string
  /** Presses keys: names of the keymap, or text that is typed. */
  readonly press: (...keys: ReadonlyArray<string>) => Promise<void>
  /** Waits until a text, or what fits a pattern, stands on the screen. */
  readonly see: (...texts: ReadonlyArray<string | RegExp>) => Promise<void>
  readonly seeNo: (...texts: ReadonlyArray<string | RegExp>) => Promise<void>
}

const timeouts = { timeout: 15_000, interval: 5 }

// a busy machine may take its time; what is waited for ends each wait
vi.setConfig({ testTimeout: 40_000 })

const isThere = (screen: string, text: string | RegExp) =>
  typeof text === "string" ? screen.includes(text) : text.test(screen)

/** Stands where the program shows the cursor. */
const cursor = "▏"

/** Reads a terminal and types into `write`. */
export const frameOf = (terminal: xterm.Terminal, write: (data: string) => void): Frame => {
  let hasCursor = true
  const onMode = (isSet: boolean) => (modes: ReadonlyArray<number | ReadonlyArray<number>>) => {
    if (modes.includes(25)) hasCursor = isSet
    return false
  }
  terminal.parser.registerCsiHandler({ prefix: "?", final: "h" }, onMode(true))
  terminal.parser.registerCsiHandler({ prefix: "?", final: "l" }, onMode(false))
  const lines = () => {
    const { active } = terminal.buffer
    const lineAt = (row: number) => {
      const line = active.getLine(active.viewportY + row)
      const isHere = hasCursor && active.type === "alternate" && row === active.cursorY
      return isHere
        ? `${line?.translateToString(false, 0, active.cursorX)}${cursor}${line?.translateToString(true, active.cursorX)}`
        : line?.translateToString(true, 0, terminal.cols)
    }
    return Array.from({ length: terminal.rows }, (_, row) => (lineAt(row) ?? "").trimEnd())
  }
  const text = () => lines().join("\n")
  // between the two is a frame of which a part is written
  const whole = () => expect(terminal.modes.synchronizedOutputMode, "the frame is written to its end").toBe(false)
  return {
    terminal,
    lines,
    text,
    press: async (...keys) => {
      for (const key of keys) {
        write(bytesOf(key))
        // a pause after it distinguishes a lone escape from a sequence
        await new Promise((resolve) => setTimeout(resolve, key === "esc" ? 60 : 2))
      }
    },
    see: (...texts) =>
      vi.waitFor(() => {
        whole()
        for (const each of texts) if (!isThere(text(), each)) expect(text()).toContain(each)
      }, timeouts),
    seeNo: (...texts) =>
      vi.waitFor(() => {
        whole()
        for (const each of texts) if (isThere(text(), each)) expect(text()).not.toContain(each)
      }, timeouts)
  }
}

/**
 * A terminal in this process: streams to run the program on, and its frame. With a margin it is larger than it says by
 * so much, and shows what goes beyond.
 */
export const makeTerminal = (size: Size, colour: boolean, margin = 0) => {
  const terminal = new xterm.Terminal({
    cols: size.columns + margin,
    rows: size.rows + margin,
    allowProposedApi: true,
    convertEol: true
  })
  const output: Array<string> = []
  const stdout = Object.assign(
    new Writable({
      write: (chunk: Buffer, _, done) => {
        output.push(chunk.toString())
        terminal.write(chunk, done)
      }
    }),
    { isTTY: true, ...size }
  )
  const modes: Array<boolean> = []
  let bytesBeforeRaw = 0
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => {
      if (on && !modes.includes(true)) bytesBeforeRaw = Buffer.byteLength(output.join("")) + stdout.writableLength
      modes.push(on)
    },
    ref: () => undefined,
    unref: () => undefined
  })
  const streams: Streams = { stdin, stdout, colour }
  const resize = (next: Size) => {
    terminal.resize(next.columns + margin, next.rows + margin)
    Object.assign(stdout, next)
    stdout.emit("resize")
  }
  onTestFinished(() => terminal.dispose())
  return {
    ...frameOf(terminal, (data) => stdin.write(data)),
    streams,
    resize,
    output,
    /** What was written before the terminal was first in raw mode. */
    beforeRaw: () => Buffer.from(output.join("")).subarray(0, bytesBeforeRaw).toString(),
    /** Waits for the last frame: after a resize, Ink draws what there was before. */
    quiet: async () => {
      // the time between two frames, and turns of the loop for React to finish
      for (let turns = 0, written = output.length; turns < 5; turns++) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (output.length !== written) turns = 0
        written = output.length
      }
      await new Promise<void>((done) => terminal.write("", done))
    },
    isRaw: () => modes.at(-1) ?? false
  }
}

// oxlint-disable-next-line no-control-regex -- the control sequence is what is looked for
const colour = /\u001B\[([\d;]*;)?(3[0-7]|9[0-7])m/

/** Whether what was written to a terminal sets a colour. */
export const isColoured = (output: string): boolean => colour.test(output)
