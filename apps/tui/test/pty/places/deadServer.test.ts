import { fileURLToPath } from "node:url"

import { expect, test } from "vitest"

import { start } from "../../support/command.ts"
import { goTo, narrow, places, screens, wide } from "../../support/places.ts"
import { run } from "../../support/pty.ts"

const emulator = fileURLToPath(new URL("../../../../http-mock/src/main.ts", import.meta.url))

/** Starts an emulator in a separate process, which can be killed and restarted at the same address. */
const server = async () => {
  const started = async (port: number) => {
    const { child } = start(process.execPath, [emulator, "--port", String(port)])
    let printed = ""
    child.stdout.on("data", (data: Buffer) => {
      printed += data.toString()
    })
    const address = () => /http:\/\/127\.0\.0\.1:(\d+)\/us/.exec(printed)
    await expect.poll(address, { timeout: 15_000 }).not.toBeNull()
    return { child, port: Number(address()?.[1]) }
  }
  let { child, port } = await started(0)
  return {
    env: {
      REMOTE_ASSIST_US_URL: `http://127.0.0.1:${port}/us`,
      REMOTE_ASSIST_API_KEY: "demo-api-key",
      REMOTE_ASSIST_EMAIL: "ada@example.com",
      REMOTE_ASSIST_PASSWORD: "correct-horse"
    },
    kill: () =>
      new Promise<void>((done) => {
        child.on("close", () => done())
        child.kill("SIGKILL")
      }),
    restart: async () => {
      ;({ child, port } = await started(port))
    }
  }
}

const failure = /✗ No\s+(?:connection\s+to|answer\s+from)\s+http/
const failureWithHint = [failure, /R\s+(?:tries|asks)\s+again/, "✗ offline since"]

test("each place reports a dead server with a hint, keeps its data, and works again after a restart", async () => {
  const { env, kill, restart } = await server()
  const program = run("main.ts --region us", { ...narrow, env })
  const { press, resize, see } = program
  await see("Users 1 of 4", "● live")
  await kill()
  // only the users are loaded yet
  for (const place of screens.filter(({ asks }) => asks !== undefined)) {
    await goTo(program, place)
    await press("R")
    await see(...failureWithHint)
    resize(wide)
    await see("remote-assist", ...failureWithHint)
    resize(narrow)
  }
  await restart()
  for (const place of places) {
    await goTo(program, place)
    if (place.asks !== undefined) await press(place.asks)
    await see(place.shows, place.fresh)
    await press(...place.leave)
  }
  await kill()
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
