import { PassThrough } from "node:stream"

import { functionKeyCodes } from "./KeyPress.ts"
import * as Mouse from "./Mouse.ts"

const pasteStart = "\u001B[200~"
const pasteEnd = "\u001B[201~"

/** The Esc key in the kitty keyboard protocol, so that Ink need not wait for more bytes. */
const escape = "\u001B[27u"

// the first mouse protocol, CSI, SS3, answers of the terminal to another program, and Esc by itself
const sequence =
  // oxlint-disable-next-line no-control-regex -- terminals send them
  /\u001B(?:\[M[ -\uFFFF]{3}|\[(?:\[[A-E]|[235678]\$|(?!\[)[0-?]*[ -/]*[@-~])|O[0-9;]*[A-Za-z]|[\]P^_X][^\u0007\u001B]*(?:\u0007|\u001B\\)|)/g
const begun =
  // oxlint-disable-next-line no-control-regex -- terminals send them
  /\u001B(?:\[(?:M[ -\uFFFF]{0,2}|\[|(?![235678]\$$)[0-?]*[ -/]*)|O[0-9;]*|[\]P^_X][^\u0007\u001B]*\u001B?)?$/
const rest = /^(?:\[[\d;]*[A-HZ~]|\[M[ -\uFFFF]{3}|\[?<?\d[\d;]*(?:[Mm]|$)|O[A-HP-S])/

/** The sequences of F1 to F12 and Insert. */
const functionKeys = new Map(
  ["OP [P [11~ [[A", "OQ [Q [12~ [[B", "OR [R [13~ [[C", "OS [S [14~ [[D", "[15~ [[E"]
    .concat("[17~ [18~ [19~ [20~ [21~ [23~ [24~".split(" "), "[2~ [2$")
    .flatMap((codes, at) => codes.split(" ").map((code) => [code, functionKeyCodes[at]] as const))
)

/** Encodes a key that Ink does not name, with its code in the kitty keyboard protocol as text. */
const asText = (whole: string): string | undefined => {
  const [parameters = "", modifiers = whole.endsWith("$") ? "2" : "1"] = /(?:(?<=\[)1)?;([\d:]+)/.exec(whole) ?? []
  const code = functionKeys.get(whole.slice(1).replace(parameters, ""))
  return code === undefined ? undefined : `\u001B[${code};${modifiers};${code}u`
}

// oxlint-disable-next-line no-control-regex -- terminals send them
const kitty = /^\u001B\[(\d+)(?::(\d*)(?::(\d+))?)?(?:;(\d*)(:\d+)?)?u$/

/** Encodes the character of a key with Shift, or of the Latin layout with Ctrl, which Ink does not read. */
const withAlternate = (whole: string): string | undefined => {
  const [found, code, shifted, latin, modifiers = "", event = ""] = kitty.exec(whole) ?? []
  const bits = Math.max(0, Number(modifiers || 1) - 1)
  if (found === undefined || (bits & 0b11_1111) === 0) return undefined
  if ((bits & 0b11_1110) > 0) return `\u001B[${Number(code) < 0x80 ? code : (latin ?? code)};${modifiers}${event}u`
  const text = Number(shifted) || String.fromCodePoint(Number(code)).toUpperCase().codePointAt(0)
  return text === Number(code) ? undefined : `\u001B[${code};${modifiers}${event};${text}u`
}

/** Returns the form of a sequence that Ink reads. */
const forInk = (whole: string): string => {
  if (whole === "\u001B") return escape
  if ("]P^_X".includes(whole.charAt(1)) || whole.startsWith("\u001B[M")) return ""
  return asText(whole) ?? withAlternate(whole) ?? whole
}

/** Replaces a mouse report in the input of Ink, so that clicks and keys keep their order. */
export const mouseMark = "\uE000"
const mark = `\u001B[57344;1;57344u`

/** The input for Ink, the mouse reports in it, and an incomplete rest. */
export interface Parsed {
  readonly keys: string
  readonly mice: ReadonlyArray<Mouse.Mouse>
  readonly pending: string
}

/** Ctrl-C by itself ends a paste that has no end. */
const interrupts: ReadonlySet<string> = new Set(["\u0003", "\u001B[99;5u"])

/** Parses input after a pending rest. */
export const parse = (pending: string, chunk: string): Parsed => {
  if (pending.startsWith(pasteStart) && interrupts.has(chunk)) return parse("", pending + pasteEnd + chunk)
  const text = pending + chunk
  const paste = text.indexOf(pasteStart)
  const open = paste < 0 ? (begun.exec(text)?.index ?? text.length) : paste
  const mice: Array<Mouse.Mouse> = []
  let lastEnd = -1
  const keys = text.slice(0, open).replace(sequence, (whole, offset: number) => {
    if (!whole.startsWith("\u001B[<")) return forInk(whole)
    const mouse = whole.endsWith("M") ? Mouse.parse(whole.slice(2, -1)) : undefined
    if (mouse === undefined) return ""
    const joined = offset === lastEnd ? Mouse.joined(mice.at(-1), mouse) : undefined
    lastEnd = offset + whole.length
    mice.splice(joined ? -1 : mice.length, 1, joined ?? mouse)
    return joined ? "" : mark
  })
  if (paste < 0) return { keys, mice, pending: text.slice(open) }
  const end = text.indexOf(pasteEnd, paste)
  if (end < 0) return { keys, mice, pending: text.slice(paste) }
  const after = parse("", text.slice(end + pasteEnd.length))
  const pasted = text.slice(paste, end + pasteEnd.length)
  return { keys: keys + pasted + after.keys, mice: [...mice, ...after.mice], pending: after.pending }
}

/** Milliseconds to wait for the rest of a sequence; less if it may be the Esc key. */
const timeoutOf = (pending: string) => (pending === "\u001B" ? 40 : 500)

/** Returns the input stream for Ink, which reads the terminal while raw mode is on. */
export const make = (stdin: NodeJS.ReadableStream, onMouse?: (mouse: Mouse.Mouse) => () => void) => {
  const keys = new PassThrough()
  const clicks: Array<() => void> = []
  let pending = ""
  // on a slow line, the start of a sequence after its timeout
  let lost = ""
  let timer: NodeJS.Timeout | undefined
  let isReading = false

  const onData = (data: string | Buffer) => {
    clearTimeout(timer)
    const chunk = data.toString()
    const parsed = parse(lost !== "" && rest.test(chunk) ? lost : pending, chunk)
    pending = parsed.pending
    lost = ""
    for (const mouse of parsed.mice) clicks.push(onMouse?.(mouse) ?? (() => undefined))
    if (parsed.keys !== "") keys.write(parsed.keys)
    if (pending !== "" && !pending.startsWith(pasteStart)) timer = setTimeout(onSilence, timeoutOf(pending))
  }
  const onSilence = () => {
    // nobody types a longer one by hand
    if (pending.length <= 2) keys.write(escape + pending.slice(1))
    lost = pending
    pending = ""
  }
  const setRawMode = (isRaw: boolean) => {
    if (isRaw && isReading) return
    isReading = isRaw
    clearTimeout(timer)
    stdin.off("data", onData)
    // off before on: Node skips the call if it believes that the mode is on
    if ("setRawMode" in stdin && typeof stdin.setRawMode === "function")
      for (const mode of isRaw ? [false, true] : [false]) stdin.setRawMode(mode)
    if (isRaw) stdin.setEncoding("utf8").on("data", onData).resume()
    else stdin.pause()
  }
  return Object.assign(keys, {
    isTTY: true,
    setRawMode,
    /** Runs the callback that `onMouse` returned for the next mark. */
    click: () => clicks.shift()?.()
  })
}

export type TerminalInput = ReturnType<typeof make>
