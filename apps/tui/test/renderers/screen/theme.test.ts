import { describe, expect, test } from "vitest"

import { forConsole, makePaint } from "../../../src/renderers/screen/Frame.tsx"
import { widthOf } from "../../../src/text/format.ts"
import * as Theme from "../../../src/theme.ts"

describe("colours", () => {
  test.each([
    [{}, true],
    [{ NO_COLOR: "1" }, false],
    [{ NO_COLOR: "" }, true],
    [{ TERM: "dumb" }, false],
    [{ TERM: "linux" }, true],
    [{ TERM: "dumb", FORCE_COLOR: "1" }, true],
    [{ NO_COLOR: "1", FORCE_COLOR: "3" }, true],
    [{ FORCE_COLOR: "0", COLORTERM: "truecolor" }, false],
    [{ FORCE_COLOR: "false" }, false],
    [{ COLORTERM: "truecolor" }, true]
  ])("are there where the environment says so: %o", (environment: Record<string, string>, wanted) => {
    expect(Theme.wantsColour(environment)).toBe(wanted)
  })

  test("are those of glyphs, and no words have one", () => {
    const paint = makePaint(Theme.make(true))
    expect(paint("good", "● active")).toBe("\u001B[32m●\u001B[39m active")
    expect(paint("bad", "✗ No connection.")).toBe("\u001B[31m✗\u001B[39m\u001B[1m No connection.\u001B[22m")
    expect(paint("bad", "? unknown")).toBe("\u001B[1m? unknown\u001B[22m")
    expect(paint("good", "⣀⡠⠔")).toBe("\u001B[32m⣀⡠⠔\u001B[39m")
    expect(makePaint(Theme.make(false))("bad", "✗ No")).toBe("\u001B[1m✗ No\u001B[22m")
  })

  test("leave every glyph for the console as wide as it is, and none that its font lacks", () => {
    const glyphs = Object.values(Theme.glyphs).join("")
    const text = forConsole(glyphs)
    expect(text).not.toMatch(/[^ -~»≈√•○▲]/u)
    expect(widthOf(text)).toBe(widthOf(glyphs))
  })
})
