import { expect, test } from "vitest"

import { program as file } from "../../../../tooling/programs.ts"
import { start } from "../support/command.ts"
import { run } from "../support/pty.ts"
import { emulator } from "../support/service.ts"

test("a watch on a pseudo-terminal shows the changes of another program", async () => {
  const { baseUrl, demo } = await emulator(4)
  const env = {
    REMOTE_ASSIST_REGION: "us",
    REMOTE_ASSIST_US_URL: baseUrl.us,
    REMOTE_ASSIST_API_KEY: demo.apiKey,
    REMOTE_ASSIST_EMAIL: demo.email,
    REMOTE_ASSIST_PASSWORD: demo.password
  }
  const program = run("main.ts", { columns: 120, env })
  await program.see("Users 1 of 4", "● live")
  await program.press("j", "1", "w")
  await program.see("watching every 1 s")
  const command = [file("apps/tui/src/main.ts"), "users", "deactivate", "linus@example.com"]
  const other = start(process.execPath, command, { env })
  expect(await other.ended()).toMatchObject({ code: 0 })
  await program.see(/ {2}••○ inactive +Linus/, " changed", "Users 2 of 4")
  await program.press("w")
  await program.see("● live", "No longer watching the users.")
  await program.press("q")
  await program.see("exit=0")
})
