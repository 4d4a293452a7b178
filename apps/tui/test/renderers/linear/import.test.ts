import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect, onTestFinished, test } from "vitest"

import { listen } from "../../support/speech.ts"

test("an import is spoken: its problems one after the other, and what became of the rows", async () => {
  const folder = mkdtempSync(join(tmpdir(), "remote-assist-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "hires.csv")
  writeFileSync(path, "name,email\nAnn,ann@plant.example\nMira,mira.example\nGrace,grace@example.com\n")
  const { hear, press, spokenText } = listen()
  await hear("row 1 of 4")
  await press("i")
  await hear("Import, step 1 of 4: file", "File to import, edit")
  await press(path)
  await press("enter")
  await hear(
    "step 2 of 4: dry run",
    "3 rows: 1 to create, 1 exist already",
    "Line 3: ",
    "Line 4: exists Grace, grace@example.com: user 102, active"
  )
  await press("enter")
  await hear("Type create 1 to begin.")
  await press("create 1")
  await press("enter")
  await hear("step 4 of 4: result", "1 created, 1 exist already, 1 left out.")
  expect(spokenText()).not.toMatch(/[›✗✓]/)
})
