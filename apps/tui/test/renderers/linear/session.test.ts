import { describe, expect, test } from "vitest"

import { listen } from "../../support/speech.ts"
import { sessions } from "./pressed.ts"

type Listening = ReturnType<typeof listen>

/** Announcements during a request, which may be missing if the response is fast. */
const underWay =
  /^(?:Loading|Reading|Looking up|Import, step 2 of 4: dry run$|Logging in|loading|clearing the filter|.*\b(?:de|re)activating$).*\n/gm

/** The announcements in their stable form. */
const heard = ({ spokenText }: Listening) =>
  spokenText()
    .replaceAll(underWay, "")
    .replaceAll(/\d\d:\d\d:\d\d/g, "12:00:00")
    .replaceAll(/\d+\.\d ms|ms \d+\.\d/g, "1.0 ms")
    .replaceAll(/machine -\d+d( \d+\w+)?/g, "machine -9d 9h")
    .replaceAll(/\d+ days so far/g, "9 days so far")

const frozenAt = new Date("2026-03-01T09:30:00Z")

/** Presses keys, each after the announcement of the one before. */
const walk = async (
  { hear, press }: Listening,
  steps: ReadonlyArray<readonly [key: string, ...said: Array<string>]>
) => {
  for (const [key, ...said] of steps) {
    await press(key)
    await hear(...said)
  }
}

describe("a session for a screen reader", () => {
  test.each(Object.keys(sessions))("matches its file: %s", async (name) => {
    const program = listen({ frozenAt })
    await program.hear("row 1 of 4")
    await walk(program, sessions[name] ?? [])
    await expect(heard(program)).toMatchFileSnapshot(`sessions/${name}.txt`)
  })

  test("matches its file: log-in", async () => {
    const program = listen({ frozenAt, loggedOut: true })
    await program.hear("Log in with a password\n", "E-mail or user name, edit, 1 of 2, empty\n")
    await walk(program, [
      ["ada@example.com", "ada@example.com"],
      ["tab", "Password, password edit, 2 of 2, empty\n"],
      ["guess", "*****"],
      ["enter", "password edit, 2 of 2, empty\n"],
      ["correct-horse", "*************"],
      ["enter", "row 1 of 4"]
    ])
    await expect(heard(program)).toMatchFileSnapshot("sessions/log-in.txt")
  })
})
