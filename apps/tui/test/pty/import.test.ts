import { expect, test } from "vitest"

import { hires, served } from "../import/served.ts"
import { run } from "../support/pty.ts"

test("asks with the counts on a terminal, shows its progress, and does not start after another answer", async () => {
  const { env, file, provisions, users, write } = await served()
  await write(hires(30))
  const entry = `main.ts users import ${file}`
  const refused = run(entry, { env })
  await refused.see("30 rows: 30 to create.", "Type create 30 to confirm:")
  await refused.press("yes\r")
  await refused.see("Nothing was sent: that is not create 30.", "exit=1")
  expect(await provisions()).toEqual([])
  const done = run(entry, { env })
  await done.see("Type create 30 to confirm:")
  await done.press("create 30\r")
  await done.see("30 created.", "exit=0")
  expect(done.written()).toMatch(/\d+ of 30 \(\d+ %\)/)
  expect(await users()).toHaveLength(34)
})
