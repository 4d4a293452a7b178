import { expect, test } from "vitest"

import { castOf, moving, sceneOf } from "../support/film.ts"
import type { Scene } from "../support/film.ts"
import { run } from "../support/pty.ts"

/** Replaces the free port of the emulator with its default, and keeps the length of the line. */
const withoutPort = (text: string) =>
  text.replace(/:(\d+)(\/us)\b/, (found, _, path: string) => `:4010${path}`.padEnd(found.length))

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

const started = new Date()

/** Replaces the last log-in, which may have been before midnight, with the start of the demo world. */
const withoutToday = (text: string) =>
  text.replaceAll(new RegExp(`(?:${dayOf(started)}|${dayOf(new Date())}) \\d\\d:\\d\\d`, "g"), "2026-01-01 00:00")

/** Replaces the days for which the call of the demo world runs. */
const withoutDays = (text: string) => text.replaceAll(/ +\d+ d(?=  )/g, (found) => "60 d".padStart(found.length))

const normalised = (text: string) => withoutDays(withoutToday(withoutPort(text)))

/** The keys to press, the new text on screen, and how many seconds the film shows it. */
const tour: ReadonlyArray<readonly [keys: ReadonlyArray<string>, seen: string, seconds: number]> = [
  [[], "│ ada@example.com", 2],
  [["j"], "│ grace@example.com", 0.6],
  [["d"], "grace@example.com is deactivated", 2.5],
  [["z"], "Undone", 2],
  [["g", "c"], "Calls 1 of 3", 2],
  [["j", "j", "tab", "3"], "Average", 3],
  [["enter"], "cursor 00:00:00", 2],
  [["right", "right"], "cursor 00:00:10", 1],
  [["+", "+"], "00:00:07 to 00:03:15", 3]
]

test("the film in the documentation matches the demo", async () => {
  const size = { columns: 110, rows: 28 }
  const { press, see, terminal } = run("main.ts --demo --seed users=100000", size)
  const scenes: Array<Scene> = []
  for (const [keys, seen, seconds] of tour) {
    await press(...keys)
    await see(seen, "● live")
    scenes.push(sceneOf(terminal, normalised, seconds))
  }
  await expect(castOf(terminal, "remote-assist", scenes)).toMatchFileSnapshot("../../../../docs/tour.cast")
  await expect(moving(terminal, scenes)).toMatchFileSnapshot("../../../../docs/tour.svg")
})
