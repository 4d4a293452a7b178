import { fileURLToPath } from "node:url"

import { expect, test } from "vitest"

import { goTo, groups, narrow, places, wide } from "../../support/places.ts"
import type { Place } from "../../support/places.ts"
import { run, runAsJob } from "../../support/pty.ts"
import type { Pty } from "../../support/pty.ts"

const preload = fileURLToPath(new URL("../../support/throw-on-signal.cjs", import.meta.url))

/** Expects the earlier screen, modes and mouse state. */
const isLeft = ({ terminal }: Pty) =>
  expect
    .poll(() => ({ ...terminal.modes, screen: terminal.buffer.active.type }))
    .toMatchObject({ bracketedPasteMode: false, mouseTrackingMode: "none", screen: "normal", wraparoundMode: true })

const isTaken = ({ terminal }: Pty) =>
  expect
    .poll(() => ({ ...terminal.modes, screen: terminal.buffer.active.type }))
    .toMatchObject({ bracketedPasteMode: true, screen: "alternate", wraparoundMode: false })

test("each place restores the terminal while the program is stopped, and is redrawn after fg", async () => {
  const program = await runAsJob("main.ts --demo", narrow)
  const { press, see, seeNo } = program
  await see("Users 1 of 4", "● live")
  for (const place of places) {
    await goTo(program, place)
    await press("ctrl+z")
    await see("Stopped", /ready>\s*$/)
    await isLeft(program)
    await press("clear; fg\r")
    await isTaken(program)
    await see(place.way.at(-1)?.[1] ?? "")
    await seeNo("Stopped")
    await press(...place.leave)
  }
  await press("q")
  await see(/ready>\s*$/)
  await isLeft(program)
})

const crash = async (place: Place) => {
  const program = run("main.ts --demo", { ...wide, preload })
  await program.see("Users 1 of 4", "● live")
  await goTo(program, place)
  process.kill(program.pid(), "SIGUSR2")
  await program.see("icanon echo", "after")
  await isLeft(program)
  return program.text()
}

test.each(groups)(
  "each place restores the terminal after a fault in the program, and reports it in one sentence: $names",
  async ({ places }) => {
    for (const text of await Promise.all(places.map(crash)))
      expect(text).toMatch(/because of a fault in itself: thrown on a signal[^]*exit=1/)
  }
)
