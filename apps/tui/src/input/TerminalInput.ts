import { PassThrough } from "node:stream"

import * as Mouse from "./Mouse.ts"

// oxlint-disable no-control-regex -- terminals send them

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
    input.write(Mouse.asKeys(whole).replaceAll(garbage, "").replaceAll(otherLayout, "\u001B[$1;$2u"), "latin1")
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
