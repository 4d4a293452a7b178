import { graphemes } from "../text/Shown.ts"
import { modified, modifiersOf, named, ofText } from "./KeyPress.ts"
import type { KeyPress } from "./KeyPress.ts"
import { byControl, byLetter, byNumber, ofKeypad } from "./keys.ts"
import * as Kitty from "./kitty.ts"
import * as Mouse from "./Mouse.ts"

/** What comes in from a terminal. */
export type Input =
  | { readonly _tag: "Key"; readonly key: KeyPress }
  | { readonly _tag: "Paste"; readonly text: string }
  | { readonly _tag: "Mouse"; readonly mouse: Mouse.Mouse }
  /** The terminal speaks the kitty keyboard protocol. */
  | { readonly _tag: "SpeaksKitty" }

export interface Parsed {
  readonly inputs: ReadonlyArray<Input>
  /** The beginning of what has not come in as a whole. */
  readonly rest: string
}

const escape = "\u001B"
const pasteStart = `${escape}[200~`
const pasteEnd = `${escape}[201~`

const key = (key: KeyPress): Input => ({ _tag: "Key", key })

const ofControl = (control: string): KeyPress => {
  const code = control.charCodeAt(0)
  return named(byControl[control] ?? `ctrl+${String.fromCharCode(code + (code <= 26 ? 0x60 : 0x40)).toLowerCase()}`)
}

// oxlint-disable-next-line no-control-regex -- control characters are keys
const runs = /\r\n|[\0-\u001F\u007F]|[^\0-\u001F\u007F]+/g

const isControl = (run: string) => run < " " || run === "\u007F"

const ofRun = (run: string): ReadonlyArray<Input> =>
  isControl(run) ? [key(ofControl(run))] : Array.from(graphemes(run), (grapheme) => key(ofText(grapheme)))

/** Keys as they come without a sequence: text and control characters. */
const plain = (text: string): ReadonlyArray<Input> => (text.match(runs) ?? []).flatMap(ofRun)

/** The forms of `ESC [ …`: of the Linux console, of rxvt with Shift, of everyone. */
const csi = /\[(?:\[(?<linux>[A-E])|(?<rxvt>[235678])\$|(?!\[)(?<parameters>[0-?]*)[ -/]*(?<final>[@-~]))/y
const csiBegun = /\[(?:\[|[0-?]*[ -/]*)$/y
// of a mouse in its first form, which is not asked for here: button and place, a character each
const mouse = /\[M[ -\uFFFF]{3}/y
const mouseBegun = /\[M[ -\uFFFF]{0,2}$/y
const ss3 = /O(?<parameters>[0-9;]*)(?<final>[A-Za-z])/y
const ss3Begun = /O[0-9;]*$/y
// what a terminal says of itself, when another program asked it
// oxlint-disable-next-line no-control-regex -- it ends with one
const report = /[\]P^_X][^\u0007\u001B]*(?:\u0007|\u001B\\)/y

const ofFinal = (final: string, parameters: string): ReadonlyArray<KeyPress> => {
  if (/^[?<=>]/.test(parameters)) return []
  if (final === "u") return Kitty.keysIn(parameters)
  if (final === "Z") return [named("shift+tab")]
  const [number = "", field] = parameters.split(";")
  const { event, modifiers } = Kitty.eventOf(field)
  const name = final === "~" ? byNumber[number] : number === "" || number === "1" ? byLetter[final] : undefined
  if (name === undefined || event === 3) return []
  const pressed = modified(name, modifiersOf(modifiers))
  return [event === undefined ? pressed : { ...pressed, isRepeat: event === 2 }]
}

// of what it let go, `m`, nothing is made
const ofMouse = (mouse: Mouse.Mouse | undefined): ReadonlyArray<Input> =>
  mouse === undefined ? [] : [{ _tag: "Mouse", mouse }]

const ofCsi = ({
  final = "",
  linux,
  parameters = "",
  rxvt
}: Readonly<Record<string, string | undefined>>): ReadonlyArray<Input> => {
  if (linux !== undefined) return [key(named(`f${linux.charCodeAt(0) - 64}`))]
  if (rxvt !== undefined) return ofFinal("~", `${rxvt};2`).map(key)
  if (final === "u" && parameters.startsWith("?")) return [{ _tag: "SpeaksKitty" } as const]
  if (final === "M" && parameters.startsWith("<")) return ofMouse(Mouse.of(parameters))
  return ofFinal(final, parameters).map(key)
}

const ofSs3 = ({ final = "", parameters = "" }: Readonly<Record<string, string | undefined>>) => {
  const name = ofKeypad[final]
  const modifiers = modifiersOf(Number(parameters.split(";").at(-1)))
  return name === undefined ? [] : [key(modified(name, modifiers))]
}

interface Step {
  readonly inputs: ReadonlyArray<Input>
  readonly next: number
}

const at = (pattern: RegExp, text: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index
  return pattern.exec(text)
}

/** What the escape character at an index begins; nothing while it has not come in as a whole. */
const ofEscape = (text: string, index: number): Step | undefined => {
  const after = index + 1
  if (text.startsWith(pasteStart, index)) {
    const end = text.indexOf(pasteEnd, index + pasteStart.length)
    if (end < 0) return undefined
    const pasted = text.slice(index + pasteStart.length, end)
    return { inputs: [{ _tag: "Paste", text: pasted }], next: end + pasteEnd.length }
  }
  if (after === text.length) return undefined
  if (at(mouse, text, after) !== null) return { inputs: [], next: mouse.lastIndex }
  if (at(mouseBegun, text, after) !== null) return undefined
  const sequence = at(csi, text, after)
  if (sequence !== null) return { inputs: ofCsi(sequence.groups ?? {}), next: csi.lastIndex }
  const shifted = at(ss3, text, after)
  if (shifted !== null) return { inputs: ofSs3(shifted.groups ?? {}), next: ss3.lastIndex }
  if (at(csiBegun, text, after) !== null || at(ss3Begun, text, after) !== null) return undefined
  if (at(report, text, after) !== null) return { inputs: [], next: report.lastIndex }
  // no Alt: the key Esc, and whatever comes after it
  return { inputs: [key(named("esc"))], next: after }
}

/** Ctrl-C by itself ends a paste whose end never comes. */
const interrupts: ReadonlySet<string> = new Set(["\u0003", `${escape}[99;5u`])

/** Reads what came in, after what was left of the time before. */
export const parse = (pending: string, chunk: string): Parsed => {
  if (pending.startsWith(pasteStart) && interrupts.has(chunk)) {
    return { inputs: [{ _tag: "Paste", text: pending.slice(pasteStart.length) }, key(named("ctrl+c"))], rest: "" }
  }
  const text = pending + chunk
  const inputs: Array<Input> = []
  let index = 0
  while (index < text.length) {
    const start = text.indexOf(escape, index)
    inputs.push(...plain(text.slice(index, start < 0 ? undefined : start)))
    if (start < 0) break
    const step = ofEscape(text, start)
    if (step === undefined) return { inputs, rest: text.slice(start) }
    inputs.push(...step.inputs)
    index = step.next
  }
  return { inputs, rest: "" }
}

/** How long to wait for the rest of what has begun, in milliseconds; without end for that of a paste. */
export const patience = (rest: string): number | undefined => {
  if (rest === "" || rest.startsWith(pasteStart)) return undefined
  return rest === escape ? 40 : 500
}

/** What has begun, when no more of it comes: keys that were typed; or nothing, if no hand types that fast. */
export const giveUp = (rest: string): ReadonlyArray<Input> =>
  rest.length > 2 ? [] : [key(named("esc")), ...plain(rest.slice(escape.length))]

const tail = /^(?:\[[\d;]*[A-HZ~]|\[M[ -\uFFFF]{3}|\[<\d[\d;]*(?:[Mm]|$)|O[A-HP-S])/
const mouseOnItsWay = /^\[<[\d;]*$/

/** Whether a read is the rest of what was given up, which no hand types in one go. */
export const isTail = (lost: string, chunk: string): boolean => {
  if (lost === escape) return tail.test(chunk)
  return mouseOnItsWay.test(lost.slice(escape.length)) && /^[\d;]*[Mm]/.test(chunk)
}

/** The same with the turns of the wheel that follow each other as one: they come in floods. */
export const joined = (inputs: ReadonlyArray<Input>): ReadonlyArray<Input> => {
  const all: Array<Input> = []
  for (const input of inputs) {
    const last = all.at(-1)
    const mouse = last?._tag === "Mouse" && input._tag === "Mouse" ? Mouse.joined(last.mouse, input.mouse) : undefined
    if (mouse === undefined) all.push(input)
    else all[all.length - 1] = { _tag: "Mouse", mouse }
  }
  return all
}
