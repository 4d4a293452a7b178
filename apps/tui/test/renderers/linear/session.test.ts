import { describe, expect, test } from "vitest"

import { listen } from "../../support/speech.ts"

type Listening = ReturnType<typeof listen>

/** What is said while an answer is due, which may be there before that is said. */
const underWay = /^(?:Loading|Logging in|asking for|clearing the filter|.*\b(?:de|re)activating$).*\n/gm

/** What was said, as it is every time. */
const heard = ({ said }: Listening) =>
  said()
    .replaceAll(underWay, "")
    .replaceAll(/\d\d:\d\d:\d\d/g, "12:00:00")

const frozenAt = new Date("2026-03-01T09:30:00Z")

/** Presses keys, each once what the one before makes of it is said. */
const walk = async (
  { hear, press }: Listening,
  steps: ReadonlyArray<readonly [key: string, ...said: Array<string>]>
) => {
  for (const [key, ...said] of steps) {
    await press(key)
    await hear(...said)
  }
}

const ctrlP = "\u0010"

const sessions: Record<string, ReadonlyArray<readonly [key: string, ...said: Array<string>]>> = {
  users: [
    ["j", "row 2 of 4"],
    ["d", "is deactivated", "inactive, changed\n"],
    ["z", "is active again.\n", "Grace Hopper, active\n"],
    ["G", "row 4 of 4"],
    ["j".repeat(3) + "k", "row 3 of 4"],
    ["q"]
  ],
  details: [
    ["enter", "view_contacts"],
    ["j", "row 2 of 4"],
    ["enter", "May: "],
    ["esc", "Details closed\n"],
    ["tab", "Name: Grace Hopper\n"],
    ["j", "E-mail: grace@example.com\n"],
    ["esc", "row 2 of 4"]
  ],
  filter: [
    ["/", "Filter, edit, empty"],
    ["active=f", "active=f"],
    ["x", "x"],
    ["backspace", "active=f"],
    ["alse", "alse"],
    ["enter", "filter active=false\n", "row 1 of 1"],
    ["esc", "row 1 of 4"],
    ["/", "Filter, edit"],
    ["name=nobody", "name=nobody"],
    ["enter", "No user matches"]
  ],
  confirm: [
    ["j", "row 2 of 4"],
    ["D", "edit, empty\n"],
    ["grace", "grace"],
    ["enter", "nothing was done"],
    ["@example.com", "grace@example.com"],
    ["enter", "is deleted with all data", "deleted"],
    ["j", "row 3 of 4"],
    ["D", "edit, empty\n"],
    ["esc", "row 3 of 4"]
  ],
  help: [
    ["?", "While typing\n", "delete to the start"],
    ["esc", "row 1 of 4"]
  ],
  notices: [
    ["!", "Nothing was told yet.\n"],
    ["esc", "row 1 of 4"],
    ["j", "row 2 of 4"],
    ["d", "is deactivated", "inactive, changed\n"],
    ["!", "12:00:00 grace@example.com is deactivated".slice(9)],
    ["esc", "row 2 of 4"]
  ],
  pods: [
    ["g", "g\n"],
    ["p", "row 1 of 2"],
    ["j", "row 2 of 2"],
    ["enter", "Id: "],
    ["g", "g\n"],
    ["u", "row 1 of 4"]
  ],
  palette: [
    [ctrlP, "edit, empty\n"],
    ["down", "2 of "],
    ["pods", "pods\n", "pods, g p\n"],
    ["enter", "row 1 of 2"]
  ],
  form: [
    ["n", "Name, edit, 1 of 5"],
    ["Mary Jackson", "Mary Jackson"],
    ["enter", "E-mail, edit, 2 of 5"],
    ["shift+tab", "Name, edit, 1 of 5, Mary Jackson"],
    ["\u001B[D", "n\n"],
    ["esc", "row 1 of 4"]
  ]
}

describe("a session for a screen reader", () => {
  test.each(Object.keys(sessions))("is said as in its file: %s", async (name) => {
    const program = listen({ frozenAt })
    await program.hear("row 1 of 4")
    await walk(program, sessions[name] ?? [])
    await expect(heard(program)).toMatchFileSnapshot(`sessions/${name}.txt`)
  })

  test("is said as in its file: log-in", async () => {
    const program = listen({ frozenAt, loggedOut: true })
    await program.hear("Log in\n", "E-mail or user name, edit, 1 of 2, empty\n")
    await walk(program, [
      ["ada@example.com", "ada@example.com"],
      ["tab", "Password, password edit, 2 of 2, empty\n"],
      ["guess", "*****"],
      ["enter", "password edit, 2 of 2, filled in\n"],
      ["\u0015", "empty\n"],
      ["correct-horse", "*************"],
      ["enter", "row 1 of 4"]
    ])
    await expect(heard(program)).toMatchFileSnapshot("sessions/log-in.txt")
  })
})
