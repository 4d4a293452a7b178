import { expect, test } from "vitest"

import { goTo, narrow, places, screens, wide } from "../../support/places.ts"
import { run } from "../../support/pty.ts"
import { service } from "../../support/service.ts"

const failure = /✗ No\s+(?:connection\s+to|answer\s+from)\s+http/
const failureWithHint = [failure, /R\s+(?:tries|asks)\s+again/, "✗ offline since"]

test("each place reports a dead server with a hint, keeps its data, and works again after a restart", async () => {
  const { close, env, reopen } = await service(4)
  const program = run("main.ts --region us", { ...narrow, env })
  const { press, resize, see } = program
  await see("▐EMULATOR us▌", "Users 1 of 4", "● live")
  await close()
  // only the users are loaded yet
  for (const place of screens.filter(({ asks }) => asks !== undefined)) {
    await goTo(program, place)
    await press("R")
    await see(...failureWithHint)
    resize(wide)
    await see("remote-assist", ...failureWithHint)
    resize(narrow)
  }
  await reopen()
  // as after a restart, there are no sessions
  const restored = await fetch(new URL("/__mock/snapshots/initial/restore", env.REMOTE_ASSIST_US_URL), {
    method: "POST"
  })
  expect(restored.status).toBe(200)
  for (const place of places) {
    await goTo(program, place)
    if (place.asks !== undefined) await press(place.asks)
    await see(place.shows, place.fresh)
    await press(...place.leave)
  }
  await close()
  for (const place of places) {
    await goTo(program, place)
    if (place.asks !== undefined) await press(place.asks)
    if (place.asks === "R") await see(...failureWithHint, place.shows)
    else await see(place.asks === undefined ? place.shows : failure)
    await press(...place.leave)
  }
  await press("q")
  await see("exit=0", "icanon echo", "after")
})
