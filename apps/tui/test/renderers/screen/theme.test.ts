import { describe, expect, test } from "vitest"

import { onConsole } from "../../../src/renderers/screen/console.ts"
import { styled } from "../../../src/renderers/screen/sgr.ts"
import { widthOf } from "../../../src/text/fit.ts"
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
    const { bad, good } = Theme.make(true)
    expect(styled(good, "● active")).toBe("\u001B[32m●\u001B[0m active")
    expect(styled(bad, "✗ No connection.")).toBe("\u001B[31m✗\u001B[0m\u001B[1m No connection.\u001B[0m")
    expect(styled(bad, "? unknown")).toBe("\u001B[1m? unknown\u001B[0m")
    expect(styled(good, "⣀⡠⠔")).toBe("\u001B[32m⣀⡠⠔\u001B[0m")
    expect(styled(Theme.make(false).bad, "✗ No")).toBe("\u001B[1m✗ No\u001B[0m")
  })

  test("leave every glyph for the console as wide as it is, and none that its font lacks", () => {
    const glyphs = Object.values(Theme.glyphs).join("")
    const { lines } = onConsole({ lines: [glyphs], cursor: undefined, regions: [] })
    expect(lines.join("")).not.toMatch(/[^ -~»≈√•○▲]/u)
    expect(lines.map(widthOf)).toEqual([widthOf(glyphs)])
  })
})
