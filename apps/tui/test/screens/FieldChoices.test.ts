import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

const atPods = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ columns: 100, rows: 30, ...options })
  await program.see("1 of 4", "● live")
  await program.press("n")
  await program.see("⏎ next field")
  await program.press("Mary", "tab", "mary@example.com", "tab", "tab")
  await program.see("Ctrl-P choose")
  return program
}

describe("the choices of a field", () => {
  test("are chosen by name, and several are marked for a field with several values", async () => {
    const { press, see, seeNo, text } = await atPods()
    await press("tab", "\u0010")
    await see("[ ] Everyone", "[ ] Field Service", "Tab mark or unmark", "⏎ choose", "Esc cancel")
    await press("tab", "down", "tab")
    await see("[x] Everyone", "[x] Field Service")
    await press("enter")
    await seeNo("[x]")
    expect(text()).toMatch(/^Pods +1, 2▏? +Everyone, Field Service$/m)
    await press("\u0010")
    await see("[x] Everyone", "[x] Field Service")
    await press("tab", "enter")
    await seeNo("[x]")
    expect(text()).toMatch(/^Name +Mary$/m)
    expect(text()).toMatch(/^Pods +2▏? +Field Service$/m)
    await press(", 1")
    await seeNo("Field Service")
  })

  test("are the selected one on Enter if none is marked, and none on Esc", async () => {
    const { press, see, text } = await atPods()
    await press("tab", "\u0010")
    await see("[ ] Everyone")
    await press("tab", "esc")
    await see("⏎ send")
    expect(text()).not.toContain("[x]")
    await press("\u0010")
    await see("[ ] Everyone")
    await press("down", "enter")
    await see("⏎ send")
    expect(text()).toMatch(/^Pods +2▏? +Field Service$/m)
  })

  test("are yes and no for a yes-or-no field", async () => {
    const { press, see, text } = await atPods()
    await press("\u0010")
    await see("yes", "no")
    await press("no", "enter")
    await see("⏎ next field")
    expect(text()).toMatch(/^Welcome e-mail +no▏?$/m)
  })

  test("are the known roles, starting with the current one", async () => {
    const { press, see, text } = await atPods()
    await press("shift+tab", "\u0010")
    await see("❯ User", "EnterpriseAdmin", "⏎ choose", "Esc cancel")
    await press("down", "enter")
    await see("⏎ next field")
    expect(text()).toMatch(/^Role +EnterpriseAdmin▏?$/m)
    await press("\u0010")
    await see(/❯ EnterpriseAdmin/)
  })

  test("are not available for a text field", async () => {
    const { press, see, seeNo } = await atPods()
    await press("shift+tab", "shift+tab")
    await seeNo("Ctrl-P choose")
    await press("\u0010")
    await see("There is nothing to choose from for E-mail: type it.")
  })
})
