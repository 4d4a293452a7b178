import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

type Program = ReturnType<typeof start>

/** What a terminal sends of a mouse at a text: where the text begins, or a cell of the screen. */
const at = ({ lines }: Program, where: string | readonly [column: number, row: number], button = 0) => {
  const row = typeof where === "string" ? lines().findIndex((line) => line.includes(where)) : where[1]
  const column = typeof where === "string" ? (lines()[row] ?? "").indexOf(where) : where[0]
  expect(row).toBeGreaterThanOrEqual(0)
  return `\u001B[<${button};${column + 1};${row + 1}M`
}

const click = (program: Program, where: Parameters<typeof at>[1]) => {
  const pressed = at(program, where)
  return program.press(pressed + pressed.replace(/M$/, "m"))
}

const wheel = (program: Program, where: Parameters<typeof at>[1], notches: number) =>
  program.press(at(program, where, notches < 0 ? 64 : 65).repeat(Math.abs(notches)))

const changes = ({ wire }: Program) =>
  wire.requests.filter((line) => !line.startsWith("GET") && !/login|auth/.test(line))

const listed = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ users: 340, ...options })
  await program.see("Users 1 of 340", "● live")
  return program
}

describe("the mouse", () => {
  test("selects the row that is clicked", async () => {
    const program = await listed()
    await click(program, "grace@example.com")
    await program.see("Users 2 of 340", /❯ +● active +Grace/)
    await program.press("j")
    await program.see("Users 3 of 340")
  })

  test("opens the details by two clicks on the same row only", async () => {
    const program = await listed({ columns: 80, fast: true })
    await click(program, "grace@example.com")
    await click(program, "Ada Lovelace")
    await program.see("Users 1 of 340")
    await program.seeNo("User name")
    await click(program, "Ada Lovelace")
    await program.see("Users 1 of 340", "User name")
  })

  test("does not take two slow clicks for a double click", async () => {
    const program = await listed({ columns: 80 })
    await click(program, "grace@example.com")
    await click(program, "grace@example.com")
    await program.see("Users 2 of 340")
    await program.seeNo("User name")
  })

  test("focuses the details on a click, and the list again", async () => {
    const program = await listed({ columns: 120, rows: 14 })
    await click(program, "more lines below")
    await program.press("j", "j")
    await program.see("Users 1 of 340", "7 more lines below")
    await click(program, "grace@example.com")
    await program.press("j")
    await program.see("Users 3 of 340")
  })

  test("scrolls the list under the pointer, and keeps the selection while it is visible", async () => {
    const program = await listed({ rows: 30 })
    await program.press("j", "j", "j", "j", "j")
    await program.see("Users 6 of 340", "│ claude.johnson.106@example.com")
    await wheel(program, "grace@example.com", 1)
    await program.seeNo("grace@example.com")
    await wheel(program, [10, 10], 2)
    await program.see("Users 10 of 340")
    await wheel(program, [10, 10], -20)
    await program.see("ada@example.com", "grace@example.com", "Users 10 of 340")
  })

  test("scrolls the details under the pointer without focusing them", async () => {
    const program = await listed({ columns: 120, rows: 14 })
    await wheel(program, "more lines below", 1)
    await program.see("6 more lines below")
    await program.press("j")
    await program.see("Users 2 of 340", "│ grace@example.com")
  })

  test("scrolls a text to its end", async () => {
    const program = await listed()
    await program.press("?")
    await program.see("Help", "lines below")
    await wheel(program, [5, 5], 400)
    await program.seeNo("lines below")
    await wheel(program, [5, 5], -400)
    await program.see("lines below")
  })

  test("handles a burst of wheel turns with few requests", async () => {
    const program = start({ users: 20_000 })
    await program.see("Users 1 of 20,000", "● live")
    const before = program.wire.requests.length
    await wheel(program, [10, 10], 3000)
    await program.see("Users 9,001 of 20,000", "● live")
    expect(program.wire.requests.length - before).toBeLessThan(4)
  })

  test("opens the screen of a tab, but not while the user types", async () => {
    const program = await listed()
    await program.press("/")
    await click(program, "gp Pods")
    await program.press("x")
    await program.see("/ x", "Users 1 of 340")
    await program.press("esc")
    await click(program, "gp Pods")
    await program.see("Pods 1 of")
  })

  test("chooses from a menu", async () => {
    const program = await listed()
    await program.press("s")
    await program.see("Sort")
    await click(program, "E-MAIL")
    await program.see("sorted by E-MAIL")
  })

  test("only selects a choice that changes something", async () => {
    const program = await listed()
    await program.press("j", "\u0010")
    await program.see("Commands · 1 of")
    await click(program, "deactivate   ")
    await program.see("A click changes nothing", "❯ deactivate")
    await program.press("esc")
    await click(program, [2, 29])
    for (let column = 0; column < 120; column += 2) await program.press(at(program, [column, 29]))
    await program.see("Users 2 of 340")
    expect(changes(program)).toEqual([])
  })

  test("focuses the clicked field and character", async () => {
    const program = await listed()
    await program.press("n")
    await program.see("Provision a user")
    await click(program, "E-mail")
    await program.press("x@example.com")
    await program.see("x@example.com")
    await click(program, "x@example.com")
    await program.press("a")
    await program.see(/E-mail +a▏x@example\.com/)
    await click(program, "Name")
    await program.press("Mary")
    await program.see(/Name +Mary/)
  })

  test("forgets the beginning of a chord", async () => {
    const program = await listed()
    await program.press("5", "g")
    await click(program, "grace@example.com")
    await program.press("j")
    await program.see("Users 3 of 340")
  })

  test("confirms no question", async () => {
    const program = await listed()
    await program.press("j", "D")
    await program.see("Type grace@example.com to confirm.")
    for (let row = 0; row < 30; row++) await program.press(at(program, [4, row]))
    await program.see("Type grace@example.com to confirm.", "Users 2 of 340")
    expect(changes(program)).toEqual([])
  })

  test("ignores unknown mouse reports and garbage", async () => {
    const program = await listed()
    await program.press("j")
    await program.press(
      "\u001B[M dd",
      "\u001B[M#DD",
      "\u001B[32;68;68M",
      "\u001B[<0;5M",
      "\u001B[<;;M",
      "\u001B[<0;9999;9999M"
    )
    await program.press("\u001B[<0;1;1m", "\u001B[<3;5;9M", "\u001B[<35;5;9M")
    await program.press("j")
    await program.see("Users 3 of 340")
    expect(changes(program)).toEqual([])
  })

  test("selects the row that was drawn, not one that has moved there since", async () => {
    const program = await listed()
    const pressed = at(program, "grace@example.com")
    // one read: the list has moved before anything is drawn
    await program.press(`G${pressed}`)
    await program.see("Users 2 of 340", "grace@example.com")
  })
})
