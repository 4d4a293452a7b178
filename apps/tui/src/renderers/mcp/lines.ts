import { judged, refusal } from "./message.ts"
import type { Line } from "./message.ts"

/** The longest line that is taken, in bytes: what has no end would be kept in memory. */
const longest = 4 * 1024 * 1024

const newline = 0x0a

const tooLong = refusal("parse", `a message has up to ${longest} bytes`)

const decoder = new TextDecoder("utf-8", { fatal: true })

const read = (bytes: Uint8Array): ReadonlyArray<Line> => {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return [refusal("parse", "a message is UTF-8")]
  }
  return text.trim() === "" ? [] : judged(text)
}

/** Cuts what arrives into lines, whatever parts it comes in. */
export const make = () => {
  let parts: Array<Uint8Array> = []
  let size = 0
  const add = (part: Uint8Array) => {
    size += part.length
    if (size > longest) parts = []
    else parts.push(part)
  }
  /** What is there of a line is all of it. */
  const end = (): ReadonlyArray<Line> => {
    const lines = size > longest ? [tooLong] : read(Buffer.concat(parts))
    parts = []
    size = 0
    return lines
  }
  const take = (bytes: Uint8Array): ReadonlyArray<Line> => {
    const lines: Array<Line> = []
    let from = 0
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
      add(bytes.subarray(from, at))
      lines.push(...end())
      from = at + 1
    }
    add(bytes.subarray(from))
    return lines
  }
  return { take, end }
}
