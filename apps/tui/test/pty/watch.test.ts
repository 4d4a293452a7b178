import { expect, test } from "vitest"

import { program as file } from "../../../../tooling/programs.ts"
import { start } from "../support/command.ts"
import { run } from "../support/pty.ts"

test("a watch on a pseudo-terminal shows the changes of another program", async () => {
  const program = run("demo.ts", { columns: 120 })
  await program.see("Users 1 of 4", "● live")
  await program.press("j", "1", "w")
  await program.see("● watching, every 1 s")
  const [address = ""] = /127\.0\.0\.1:\d+\/us/.exec(program.text()) ?? []
  const other = start(process.execPath, [file("apps/tui/src/main.ts"), "users", "deactivate", "linus@example.com"], {
    env: {
      REMOTE_ASSIST_REGION: "us",
      REMOTE_ASSIST_US_URL: `http://${address}`,
      REMOTE_ASSIST_API_KEY: "demo-api-key",
      REMOTE_ASSIST_EMAIL: "ada@example.com",
      REMOTE_ASSIST_PASSWORD: "correct-horse"
    }
  })
  expect(await other.ended()).toMatchObject({ code: 0 })
  await program.see(/ {2}••○ inactive +Linus/, " changed", "Users 2 of 4")
  await program.press("w")
  await program.see("● live", "No longer watching the users.")
  await program.press("q")
  await program.see("exit=0")
})
