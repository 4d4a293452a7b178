import { expect, test } from "vitest"

import type { Size } from "../../support/frame.ts"
import { goTo, narrow, places, wide } from "../../support/places.ts"
import { run } from "../../support/pty.ts"
import type { Pty } from "../../support/pty.ts"
import { service } from "../../support/service.ts"

const tiny: Size = { columns: 8, rows: 2 }

/** Expects a complete screen at a size: the first line fills the width, and the last one shows keys. */
const isDrawn = async ({ lines, resize, see }: Pty, size: Size, ...texts: ReadonlyArray<string | RegExp>) => {
  resize(size)
  if (size === tiny) return see("Too")
  await expect.poll(() => lines()[0]?.length).toBe(size.columns)
  await see(...texts)
  await expect.poll(() => lines().at(-1)).not.toBe("")
}

test("each place is drawn at each size while it loads, and is complete after the response", async () => {
  const { env, gate } = await service(4)
  const program = run("main.ts --region us", { ...wide, env })
  const { press, see } = program
  await see("Users 1 of 4", "● live")
  for (const place of places) {
    await goTo(program, place)
    const response = Promise.withResolvers<void>()
    let due = 0
    gate.hold = () => {
      due++
      return response.promise
    }
    if (place.asks !== undefined) await press(place.asks)
    await expect.poll(() => due > 0 || place.asks === undefined).toBe(true)
    const waits = place.asks === undefined ? place.fresh : place.waits
    for (const size of [narrow, tiny, wide, narrow, wide]) await isDrawn(program, size, waits)
    gate.hold = () => undefined
    response.resolve()
    await see(place.shows, place.fresh)
    await isDrawn(program, narrow, place.shows)
    await isDrawn(program, wide, place.shows)
    await press(...place.leave)
  }
  await press("q")
  await see("exit=0", "icanon echo", "after")
})

test("a log-in and a change continue while the terminal is resized", async () => {
  const { env, gate, requests } = await service(4)
  let response = Promise.withResolvers<void>()
  gate.hold = () => response.promise
  const program = run("main.ts --region us", { ...wide, env })
  const { press, see } = program
  await see("Logging in")
  for (const size of [narrow, tiny, wide]) await isDrawn(program, size, "Logging in")
  response.resolve()
  await see("Users 1 of 4", "● live")
  response = Promise.withResolvers()
  await press("j", "d")
  await see("◌ deactivating")
  for (const size of [narrow, tiny, wide]) await isDrawn(program, size, "◌ deactivating", "Users 2 of 4")
  response.resolve()
  await see("grace@example.com is deactivated")
  await isDrawn(program, narrow, /❯  ○ inactive ✱ +Grace Hopper/)
  expect(requests.filter((line) => line.startsWith("PUT"))).toHaveLength(1)
})
