import { expect, test } from "vitest"

import { run } from "../support/pty.ts"
import { emulator } from "../support/service.ts"

test("controls an emulator on a socket, and follows the requests of other clients", async () => {
  const { baseUrl, demo } = await emulator(4)
  const { press, see, seeNo } = run("main.ts --region us", {
    rows: 40,
    env: {
      REMOTE_ASSIST_US_URL: baseUrl.us,
      REMOTE_ASSIST_API_KEY: demo.apiKey,
      REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: demo.personalAccessToken
    }
  })
  await see("Users 1 of 4", "● live", "EMULATOR")
  await press("g", "e")
  await see("[Emulator]", "c Clock", "following")

  await press("f", "b")
  await see("✓ fault-1 is on.")
  const answer = await fetch(`${baseUrl.us}/api/v1/calls`, { headers: { "x-service-api-key": demo.apiKey } })
  expect(answer.status).toBe(503)
  await see(/Calls.list +✗ 503 .*fault-1/)

  await press("D")
  await see("✓ fault-1 is removed", "There are no faults yet.")
  await press("c", "D")
  await see("the clock is 31 days later", "machine +31d")
  await press("z")
  await see("machine's time")

  await press("q")
  await see("exit=0")
  await seeNo("fault-1 is")
})
