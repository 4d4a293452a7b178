import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as Input from "../../src/input/Input.ts"

/** What the reads of a terminal bring, in words: names of keys, `+` for a repeat, and pasted text in quotes. */
const read = (...reads: ReadonlyArray<string>) => {
  const said: Array<string> = []
  let rest = ""
  const say = (inputs: ReadonlyArray<Input.Input>) => {
    for (const input of inputs) {
      if (input._tag === "Key") said.push(`${input.key.name}${input.key.isRepeat ? "+" : ""}`)
      else if (input._tag === "Mouse") {
        const { column, kind, notches, row } = input.mouse
        said.push(`${kind}${notches === 0 ? "" : notches} ${column},${row}`)
      } else said.push(input._tag === "Paste" ? JSON.stringify(input.text) : input._tag)
    }
  }
  for (const each of reads) {
    const parsed = Input.parse(rest, each)
    say(parsed.inputs)
    rest = parsed.rest
  }
  say(Input.giveUp(rest).filter(() => rest !== ""))
  return said
}

const whole: ReadonlyArray<readonly [what: string, bytes: string, inputs: ReadonlyArray<string>]> = [
  ["a letter", "j", ["j"]],
  ["a click with a mouse that somebody left on", "\u001B[M ddj", ["j"]],
  ["a click, and nothing where it ends", "\u001B[<0;12;7M\u001B[<0;12;7mj", ["press 11,6", "j"]],
  ["a click beyond column 223", "\u001B[<0;400;100M", ["press 399,99"]],
  ["turns of the wheel", "\u001B[<64;1;1M\u001B[<65;1;1Mj", ["wheel-1 0,0", "wheel1 0,0", "j"]],
  ["nothing in other buttons", "\u001B[<1;2;2M\u001B[<2;2;2M\u001B[<66;2;2M\u001B[<128;2;2Mj", ["j"]],
  ["nothing in a movement", "\u001B[<32;2;2M\u001B[<35;2;2Mj", ["j"]],
  ["nothing in a click with Shift, Alt or Ctrl", "\u001B[<4;2;2M\u001B[<8;2;2M\u001B[<16;2;2M\u001B[<80;2;2Mj", ["j"]],
  ["nothing in reports of no place", "\u001B[<0;0;1M\u001B[<0;1;0M\u001B[<0;;M\u001B[<0;1M\u001B[<0;1;1;1Mj", ["j"]],
  ["nothing in reports as rxvt has them", "\u001B[32;68;68Mj", ["j"]],
  ["nothing in what is no number", "\u001B[<0;1:2;3M\u001B[<99999999999;1;1Mj", ["j"]],
  ["several letters that came at once", "jjG", ["j", "j", "G"]],
  ["a line and the return after it", "ada\r", ["a", "d", "a", "enter"]],
  ["the end of a line as Windows has it", "a\r\nb", ["a", "enter", "b"]],
  ["a tab amid text", "a\tb", ["a", "tab", "b"]],
  ["a blank", " ", ["space"]],
  ["a control key", "\u0004", ["ctrl+d"]],
  ["a control byte amid others", "j\u0004", ["j", "ctrl+d"]],
  ["control keys that are no letters", "\0\u001C\u001F", ["ctrl+space", "ctrl+\\", "ctrl+_"]],
  ["both keys that delete", "\u007F\b\u001B[3~", ["backspace", "backspace", "delete"]],
  ["a character of several code points", "👩‍🚀é", ["👩‍🚀", "é"]],
  ["Esc", "\u001B", ["esc"]],
  ["Esc twice", "\u001B\u001B", ["esc", "esc"]],
  ["Esc and a letter, which is not Alt", "\u001Bj", ["esc", "j"]],
  ["Esc and a control key", "\u001B\u0003", ["esc", "ctrl+c"]],
  ["Esc and an arrow", "\u001B\u001B[A", ["esc", "up"]],
  ["Esc and what begins a sequence", "\u001B[", ["esc", "["]],
  ["Esc and a capital O", "\u001BO", ["esc", "O"]],
  ["arrows", "\u001B[A\u001B[B\u001B[C\u001B[D", ["up", "down", "right", "left"]],
  ["arrows in application mode", "\u001BOA\u001BOB\u001BOH\u001BOF", ["up", "down", "home", "end"]],
  ["an arrow amid letters", "j\u001B[Ak", ["j", "up", "k"]],
  ["pages and ends", "\u001B[5~\u001B[6~\u001B[H\u001B[F", ["pageUp", "pageDown", "home", "end"]],
  ["home and end as others have them", "\u001B[1~\u001B[4~\u001B[7~\u001B[8~", ["home", "end", "home", "end"]],
  ["keys with modifiers", "\u001B[1;5A\u001B[1;2B\u001B[3;5~", ["ctrl+up", "shift+down", "ctrl+delete"]],
  ["the tab key backwards", "\u001B[Z", ["shift+tab"]],
  ["function keys", "\u001BOP\u001B[15~\u001B[[A", ["f1", "f5", "f1"]],
  ["keys as rxvt has them", "\u001B[3$j", ["shift+delete", "j"]],
  ["nothing in what a terminal says of itself", "\u001B[?1;2c\u001B[12;40R\u001B[Ij", ["j"]],
  ["nothing in a sequence that it does not know", "\u001B[99;99xj", ["j"]],
  ["a paste", "\u001B[200~one\rtwo\u001B[201~j", ['"one\\rtwo"', "j"]],
  ["a paste with escape sequences", "\u001B[200~a\u001B[Ab\u001B\u001B[201~", [JSON.stringify("a\u001B[Ab\u001B")]],
  ["an empty paste", "\u001B[200~\u001B[201~", ['""']],
  ["that the terminal speaks kitty's protocol", "\u001B[?0u", ["SpeaksKitty"]],
  ["kitty: a letter, held and let go", "\u001B[106;;106u\u001B[106;1:2;106u\u001B[106;1:3u", ["j", "j+"]],
  ["kitty: a capital, with the text it types", "\u001B[103:71;2;71u", ["G"]],
  ["kitty: a capital, without", "\u001B[103;2u\u001B[53:37;2u", ["G", "%"]],
  ["kitty: a letter with the locks on", "\u001B[106;129;106u", ["j"]],
  ["kitty: keys by name", "\u001B[27u\u001B[13u\u001B[9;2u\u001B[127u", ["esc", "enter", "shift+tab", "backspace"]],
  ["kitty: a blank", "\u001B[32;;32u", ["space"]],
  ["kitty: with Ctrl", "\u001B[99;5u\u001B[100;5:2u\u001B[32;5u", ["ctrl+c", "ctrl+d+", "ctrl+space"]],
  ["kitty: with Ctrl on another layout", "\u001B[1089::99;5u", ["ctrl+c"]],
  ["kitty: with Alt, which types nothing", "\u001B[100;3u", ["alt+d"]],
  ["kitty: an arrow, held and let go", "\u001B[A\u001B[1;1:2A\u001B[1;1:3A", ["up", "up+"]],
  ["kitty: a page, held", "\u001B[6;1:2~", ["pageDown+"]],
  ["kitty: the keypad", "\u001B[57400;;49u\u001B[57414u\u001B[57419u", ["1", "enter", "up"]],
  ["kitty: nothing for modifiers by themselves", "\u001B[57441;2u\u001B[57442;5:3u", []],
  ["kitty: text from no key", "\u001B[0;;233:12354u", ["é", "あ"]]
]

describe("Input", () => {
  test.each(whole)("reads %s", (_, bytes, inputs) => {
    expect(read(bytes)).toEqual(inputs)
  })

  // of a line end or a grapheme, parts are keys; a field joins what is typed into it
  test.each(whole.filter(([, bytes]) => !/\r\n|👩‍🚀/u.test(bytes)))(
    "reads the same byte by byte: %s",
    (_, bytes, inputs) => {
      expect(read(...bytes.split(""))).toEqual(inputs)
    }
  )

  test("makes no keys of what a terminal answers to another program", () => {
    expect(read("a\u001B]11;rgb:0/0/0\u0007b\u001BP1$r0m\u001B\\c")).toEqual(["a", "b", "c"])
  })

  test("types no text for keys that are none", () => {
    expect(Input.parse("", "a\r\u001B[A ").inputs).toMatchObject([
      { key: { name: "a", text: "a" } },
      { key: { name: "enter", text: undefined } },
      { key: { name: "up", text: undefined } },
      { key: { name: "space", text: " " } }
    ])
  })

  test("tells a repeat from a press only where the terminal does", () => {
    const repeats = Input.parse("", "j\u001B[106u\u001B[106;1:2u").inputs.map((input) =>
      input._tag === "Key" ? input.key.isRepeat : "?"
    )
    expect(repeats).toEqual([undefined, false, true])
  })

  test("waits for the rest of a sequence, least for what may be Esc, and for a paste without end", () => {
    expect(["", "\u001B", "\u001B[", "\u001B[200~abc"].map(Input.patience)).toEqual([undefined, 40, 500, undefined])
  })

  test("makes no keys of a sequence that ends in the middle", () => {
    expect(Input.giveUp("\u001B[1;")).toEqual([])
  })

  test("takes turns of the wheel at one place for one, as they come in floods", () => {
    const flood = "\u001B[<65;3;3M".repeat(500)
    const { inputs } = Input.parse("", `${flood}j\u001B[<65;3;3M\u001B[<65;9;9M`)
    expect(Input.joined(inputs).map((input) => (input._tag === "Mouse" ? input.mouse.notches : input._tag))).toEqual([
      500,
      "Key",
      1,
      1
    ])
  })

  test("knows the rest of a report of the mouse that was given up on a slow line", () => {
    expect(Input.isTail("\u001B", "[<0;10;10M")).toBe(true)
    expect(Input.isTail("\u001B", "[<0;1")).toBe(true)
    expect(Input.isTail("\u001B[<0;1", "0;10M")).toBe(true)
    expect(Input.isTail("", "0;10M")).toBe(false)
    expect(Input.isTail("\u001B", "d")).toBe(false)
    expect(Input.isTail("\u001B[<0;1", "d")).toBe(false)
  })

  test("takes Ctrl-C by itself for the end of a paste that never ends", () => {
    expect(read("\u001B[200~abc", "\u0003")).toEqual(['"abc"', "ctrl+c"])
  })

  it.prop("takes pasted text for text, wherever its reads begin and end", [Schema.Array(Schema.String)], ([parts]) => {
    const text = parts.join("\u001B[B").replaceAll("\u001B[201~", "")
    const marked = `\u001B[200~${text}\u001B[201~`
    assert.deepStrictEqual(read(...marked.split("")), [JSON.stringify(text)])
    assert.deepStrictEqual(read(marked.slice(0, -3), marked.slice(-3), "j"), [JSON.stringify(text), "j"])
  })
})
