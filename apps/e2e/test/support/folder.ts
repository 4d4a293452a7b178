import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { onTestFinished } from "vitest"

/** A folder of its own for the test that runs, removed after it. */
export const ownFolder = (parent: string = tmpdir()): string => {
  const path = mkdtempSync(join(parent, "e2e-test-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
