import { PassThrough, Writable } from "node:stream"

import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { render } from "ink"
import { afterEach, beforeEach, vi } from "vitest"

import { Keyboard, make as makeInput } from "../../src/input/Keyboard.tsx"
import type { KeyPress } from "../../src/input/Keyboard.tsx"
import * as Loading from "../../src/renderers/Loading.tsx"

const modes = { set: () => undefined, reset: () => undefined }

/** An input: a key, pasted text, or a mouse event. */
type Read = KeyPress | string | { readonly mouse: string }

/** Returns the inputs that Ink reports for these reads of a terminal, after the timeout of a lone Esc. */
const hear = async (...reads: ReadonlyArray<string | Buffer>) => {
  const all: Array<Read> = []
  const terminal = new PassThrough()
  const stdin = makeInput(terminal)
  const stdout = Object.assign(new Writable({ write: (_, __, done) => done() }), { columns: 80, rows: 24 })
  const ink = render(
    <Keyboard
      input={stdin}
      isOwn={false}
      modes={modes}
      redraw={() => all.push("redraw")}
      onKey={(key) => all.push(key)}
      onMouse={({ column, notches, row }) =>
        all.push({ mouse: `${notches === 0 ? "press" : `wheel${notches}`} ${column},${row}` })
      }
      onPaste={(text) => all.push(JSON.stringify(text))}
    />,
    { stdin, stdout, interactive: true, patchConsole: false, exitOnCtrlC: false }
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  for (const each of reads) {
    terminal.write(each)
    await settle()
  }
  vi.advanceTimersByTime(600)
  await settle()
  ink.unmount()
  return all
}

/** Returns the inputs as text: names of keys, `+` for a repeat, and pasted text in quotes. */
const read = async (...reads: ReadonlyArray<string | Buffer>) =>
  (await hear(...reads)).map((each) => {
    if (typeof each === "string") return each
    return "mouse" in each ? each.mouse : `${each.name}${each.isRepeat ? "+" : ""}`
  })

// only these: streams need the real setImmediate
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

const whole: ReadonlyArray<readonly [what: string, bytes: string, inputs: ReadonlyArray<string>]> = [
  ["a letter", "j", ["j"]],
  ["nothing in a click of the first mouse protocol", "\u001B[M ddj", ["j"]],
  ["a click, without its release", "\u001B[<0;12;7M\u001B[<0;12;7mj", ["press 11,6", "j"]],
  ["a click beyond column 223", "\u001B[<0;400;100M", ["press 399,99"]],
  ["turns of the wheel", "\u001B[<64;1;1M\u001B[<65;2;1Mj", ["wheel-1 0,0", "wheel1 1,0", "j"]],
  ["nothing in other buttons", "\u001B[<1;2;2M\u001B[<2;2;2M\u001B[<66;2;2M\u001B[<128;2;2Mj", ["j"]],
  ["nothing in a movement", "\u001B[<32;2;2M\u001B[<35;2;2Mj", ["j"]],
  ["nothing in a click with Shift, Alt or Ctrl", "\u001B[<4;2;2M\u001B[<8;2;2M\u001B[<16;2;2M\u001B[<80;2;2Mj", ["j"]],
  ["nothing in reports without a position", "\u001B[<0;;M\u001B[<0;1M\u001B[<0;1;1;1Mj", ["j"]],
  ["nothing in reports of rxvt", "\u001B[32;68;68Mj", ["j"]],
  ["nothing in reports with an invalid number", "\u001B[<0;1:2;3M\u001B[<99999999999;1;1Mj", ["j"]],
  ["several letters in one read", "jjG", ["j", "j", "G"]],
  ["a line and the return after it", "ada\r", ["a", "d", "a", "enter"]],
  ["a Windows line ending", "a\r\nb", ["a", "enter", "b"]],
  ["a tab amid text", "a\tb", ["a", "tab", "b"]],
  ["a blank", " ", ["space"]],
  ["a control key", "\u0004", ["ctrl+d"]],
  ["a control byte amid others", "j\u0004", ["j", "ctrl+d"]],
  ["control keys other than letters", "\0\u001C\u001F", ["ctrl+space", "ctrl+\\", "ctrl+_"]],
  ["both keys that delete", "\u007F\b\u001B[3~", ["backspace", "backspace", "delete"]],
  ["a character of several code points", "👩‍🚀é", ["👩‍🚀", "é"]],
  ["Esc", "\u001B", ["esc"]],
  ["Esc twice", "\u001B\u001B", ["esc", "esc"]],
  ["Esc and a letter, which is not Alt", "\u001Bj", ["esc", "j"]],
  ["Esc and a control key", "\u001B\u0003", ["esc", "ctrl+c"]],
  ["Esc and an arrow", "\u001B\u001B[A", ["esc", "up"]],
  ["Esc and a capital O", "\u001BO", ["esc", "O"]],
  ["arrows", "\u001B[A\u001B[B\u001B[C\u001B[D", ["up", "down", "right", "left"]],
  ["arrows in application mode", "\u001BOA\u001BOB\u001BOH\u001BOF", ["up", "down", "home", "end"]],
  ["an arrow amid letters", "j\u001B[Ak", ["j", "up", "k"]],
  ["pages and ends", "\u001B[5~\u001B[6~\u001B[H\u001B[F", ["pageUp", "pageDown", "home", "end"]],
  ["home and end of other terminals", "\u001B[1~\u001B[4~\u001B[7~\u001B[8~", ["home", "end", "home", "end"]],
  ["keys with modifiers", "\u001B[1;5A\u001B[1;2B\u001B[3;5~", ["ctrl+up", "shift+down", "ctrl+delete"]],
  ["the tab key backwards", "\u001B[Z", ["shift+tab"]],
  ["keys of rxvt", "\u001B[3$j", ["shift+delete", "j"]],
  [
    "nothing in function keys and Insert",
    "\u001BOP\u001B[15~\u001B[[A\u001B[11;5~\u001B[1;2P\u001B[2~\u001B[2$j",
    ["j"]
  ],
  ["nothing in status reports of a terminal", "\u001B[?1;2c\u001B[12;40R\u001B[Ij", ["j"]],
  ["nothing in an unknown sequence", "\u001B[99;99xj", ["j"]],
  ["a paste", "\u001B[200~one\rtwo\u001B[201~j", ['"one\\rtwo"', "j"]],
  ["a paste with escape sequences", "\u001B[200~a\u001B[Ab\u001B\u001B[201~", [JSON.stringify("a\u001B[Ab\u001B")]],
  ["an empty paste", "\u001B[200~\u001B[201~", ['""']],
  ["nothing in the answer of a terminal that speaks kitty's protocol", "\u001B[?0uj", ["j"]],
  ["kitty: a letter, repeated and released", "\u001B[106;;106u\u001B[106;1:2;106u\u001B[106;1:3u", ["j", "j+"]],
  ["kitty: a capital, with the text it types", "\u001B[103:71;2;71u", ["G"]],
  ["kitty: a letter with the locks on", "\u001B[106;129;106u", ["j"]],
  ["kitty: keys by name", "\u001B[27u\u001B[13u\u001B[9;2u\u001B[127u", ["esc", "enter", "shift+tab", "backspace"]],
  ["kitty: a blank", "\u001B[32;;32u", ["space"]],
  ["kitty: with Ctrl", "\u001B[99;5u\u001B[100;5:2u\u001B[32;5u", ["ctrl+c", "ctrl+d+", "ctrl+space"]],
  ["kitty: with Ctrl on another layout", "\u001B[1089::99;5u", ["ctrl+c"]],
  ["kitty: with Alt, which types nothing", "\u001B[100;3u", ["alt+d"]],
  ["kitty: an arrow, repeated and released", "\u001B[A\u001B[1;1:2A\u001B[1;1:3A", ["up", "up+"]],
  ["kitty: a page, repeated", "\u001B[6;1:2~", ["pageDown+"]],
  ["kitty: the keypad", "\u001B[57400;;49u\u001B[57414u\u001B[57419u", ["1", "enter", "up"]],
  ["kitty: nothing for modifiers by themselves", "\u001B[57441;2u\u001B[57442;5:3u", []],
  ["kitty: text from no key", "\u001B[0;;233:12354u", ["é", "あ"]]
]

describe("Input", () => {
  test.each(whole)("reads %s", async (_, bytes, inputs) => {
    expect(await read(bytes)).toEqual(inputs)
  })

  // parts of a line ending or a grapheme are separate keys; a field joins them
  // mouse reports and keys of other layouts are only read in one piece
  test.each(whole.filter(([, bytes]) => !/\r\n|👩‍🚀|\[[<M]|::/u.test(bytes)))(
    "reads the same byte by byte: %s",
    async (_, bytes, inputs) => {
      expect(await read(...bytes.split(""))).toEqual(inputs)
    }
  )

  test("ignores answers of the terminal to another program", async () => {
    expect(await read("a\u001B]11;rgb:0/0/0\u0007b\u001BP1$r0m\u001B\\c")).toEqual(["a", "b", "c"])
  })

  test("gives no text to keys that type none", async () => {
    expect(await hear("a\r\u001B[A ")).toEqual([
      { name: "a", text: "a" },
      { name: "enter", text: undefined },
      { name: "up", text: undefined },
      { name: "space", text: " " }
    ])
  })

  test("recognizes a repeat only if the terminal reports it", async () => {
    const keys = await hear("j\u001B[1;5Aj", "\u001B[106u", "\u001B[106;1:2u", "\u001B[106;1:3u", "\u001B[106u")
    expect(keys.map((each) => (typeof each === "object" && "name" in each ? each.isRepeat : each))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      true,
      false
    ])
  })

  test("waits for the rest of a sequence", async () => {
    expect(await read("\u001B[1;", "5A")).toEqual(["ctrl+up"])
    expect(await read("\u001B[<0;1", "0;10Mj")).toEqual(["press 9,9", "j"])
  })

  test("joins many turns of the wheel at one cell", async () => {
    const flood = "\u001B[<65;3;3M".repeat(500)
    expect(await read(`${flood}\u001B[<65;9;9M`, "j")).toEqual(["wheel500 2,2", "wheel1 8,8", "j"])
  })

  test("keeps clicks and keys in their order", async () => {
    expect(await read("j\u001B[<0;1;1Mk\u001B[<0;2;1Ml")).toEqual(["j", "press 0,0", "k", "press 1,0", "l"])
  })

  test("redraws on Ctrl-L, which is not passed on as a key", async () => {
    expect(await read("\u000Cj")).toEqual(["redraw", "j"])
  })

  test("keeps the keys that are pressed while the program is loading", async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true })
    const stdout = Object.assign(new Writable({ write: (_, __, done) => done() }), { columns: 80, rows: 24 })
    const { early, ink, input } = Loading.open(terminal, stdout)
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    const keys: Array<string> = []
    const listener = {
      onKey: ({ name }: KeyPress) => keys.push(name),
      onPaste: () => undefined,
      redraw: () => undefined
    }
    await settle()
    terminal.write("j\u001B[A")
    await settle()
    ink.rerender(<Keyboard {...listener} {...{ early, input, modes }} isOwn={false} />)
    await settle()
    terminal.write("k")
    await settle()
    ink.unmount()
    expect(keys).toEqual(["j", "up", "k"])
  })

  it.effect.prop("reads pasted text as text, at any boundary of its reads", [Schema.Array(Schema.String)], ([parts]) =>
    Effect.gen(function* () {
      const text = parts.join("\u001B[B").replaceAll("\u001B[201~", "")
      const marked = Buffer.from(`\u001B[200~${text}\u001B[201~`)
      const bytes = Array.from(marked, (byte) => Buffer.from([byte]))
      const inputs = yield* Effect.promise(() => read(...bytes, marked.subarray(0, -3), marked.subarray(-3), "j"))
      const pasted = JSON.stringify(Buffer.from(text).toString())
      assert.deepStrictEqual(inputs, [pasted, pasted, "j"])
    })
  )
})
