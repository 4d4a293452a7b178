import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { onTestFinished } from "vitest"

/** A temporary folder, removed when the test ends. */
export const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
