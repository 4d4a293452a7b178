import { expect, test } from "vitest"

import type { Frame } from "../../support/frame.ts"
import { goTo, narrow, places, wide } from "../../support/places.ts"
import type { Place } from "../../support/places.ts"
import { run } from "../../support/pty.ts"
import { service } from "../../support/service.ts"

const dayMillis = 86_400_000

/** Starts an emulator that can expire its tokens and forget the refresh token. */
const expiring = async () => {
  const { env, gate, requests } = await service(4)
  let days = 0
  const post = async (path: string, body?: object) => {
    const address = `${env.REMOTE_ASSIST_US_URL.replace(/\/us$/, "")}/__mock${path}`
    const { status } = await fetch(address, { method: "POST", ...(body && { body: JSON.stringify(body) }) })
    expect(status).toBe(200)
  }
  const expire = () => {
    days += 31
    return post("/clock", { set: new Date(Date.now() + days * dayMillis).toISOString() })
  }
  return {
    env,
    expire,
    /** Restores the initial world, which has no sessions. */
    revoke: async () => {
      await post("/snapshots/initial/restore")
      await expire()
    },
    /** Changes the service and asks; no request comes between, and the screen says that it waits. */
    asks: async ({ press, see }: Pick<Frame, "press" | "see">, { asks, waits }: Place, change: () => Promise<void>) => {
      const changed = Promise.withResolvers<void>()
      gate.hold = (line) => (line.includes("/__mock/") ? undefined : changed.promise)
      await change()
      await press(asks ?? "")
      await see(waits)
      gate.hold = () => undefined
      changed.resolve()
    },
    renewals: () => requests.filter((line) => line === "POST /v1/auth/refresh").length,
    logIns: () => requests.filter((line) => line === "POST /v1/auth").length
  }
}

/** Screens of the control plane do not need a session. */
const asking = places.filter(({ asks, name }) => asks !== undefined && name !== "emulator")

/** Runs the program, and logs in by hand. */
const loggedIn = async () => {
  const { env, ...service } = await expiring()
  const { REMOTE_ASSIST_PASSWORD: password, ...unknown } = env
  const program = run("main.ts --region us", { ...narrow, env: unknown })
  await program.see("Log in with a password", "ada@example.com")
  await program.press(password, "enter")
  await program.see("Users 1 of 4", "● live")
  return { ...service, password, program }
}

test("each place renews an expired token", async () => {
  const { asks, expire, password, program, renewals } = await loggedIn()
  const { press, see } = program
  for (const place of asking) {
    await goTo(program, place)
    await see(place.fresh)
    const before = renewals()
    await asks(program, place, expire)
    await see(place.shows, place.fresh)
    expect(renewals()).toBe(before + 1)
    await press(...place.leave)
  }
  await press("q")
  await see("exit=0", "icanon echo", "after")
  expect(program.written()).not.toContain(password)
})

test("each place shows the log-in form if it cannot renew an expired token", async () => {
  const { asks, password, program, revoke } = await loggedIn()
  const { press, resize, see, seeNo } = program
  for (const place of asking) {
    await goTo(program, place)
    await see(place.fresh)
    await asks(program, place, revoke)
    await see("Log in with a password", "not logged in", "ada@example.com")
    await see(
      "The session has ended: The session could not be renewed",
      /Log\s+in\s+to\s+go\s+on\s+where\s+you\s+were\./
    )
    resize(wide)
    await see("Log in to go on where you were.", "remote-assist")
    await press(password, "enter")
    resize(narrow)
    await seeNo("Log in")
    await see(place.way.at(-1)?.[1] ?? "", place.fresh)
    await press(...place.leave)
  }
  await press("q")
  await see("exit=0", "icanon echo", "after")
  expect(program.written()).not.toContain(password)
})

test("each place logs in again automatically with the credentials of the settings", async () => {
  const { asks, env, logIns, revoke } = await expiring()
  const program = run("main.ts --region us", { ...narrow, env })
  const { press, see } = program
  await see("Users 1 of 4", "● live")
  for (const place of asking) {
    await goTo(program, place)
    await see(place.fresh)
    const before = logIns()
    await asks(program, place, revoke)
    await see(place.way.at(-1)?.[1] ?? "", place.fresh)
    await expect.poll(logIns).toBe(before + 1)
    await press(...place.leave)
  }
  await press("q")
  await see("exit=0", "icanon echo", "after")
})
