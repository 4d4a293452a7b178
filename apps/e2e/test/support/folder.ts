import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { onTestFinished } from "vitest"

/** A folder of the running test with files, given by their paths in it; removed after the test. */
export const ownFolder = (files: Readonly<Record<string, string>> = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), "e2e-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}
