import { spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"

import { bundle } from "./programs.ts"

// runs the tests of one folder; turbo caches their report and the evidence of their emulators in .reports

const [folder = "", ...args] = process.argv.slice(2)

const projectName = () => {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name
  } catch {
    return folder
  }
}

const reports = resolve(folder, ".reports")
rmSync(reports, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    projectName(),
    ...["default", "json"].flatMap((name) => ["--reporter", name]),
    `--outputFile.json=${join(reports, "vitest.json")}`,
    "--passWithNoTests",
    // tests of the terminal UI mostly wait for frames
    ...(folder === "apps/tui" ? ["--maxWorkers=5"] : []),
    ...args
  ],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      ...bundle(folder, join(reports, "programs")),
      REMOTE_ASSIST_MOCK_EVIDENCE: join(reports, "evidence"),
      // saves a third of the processor time of each program that a test starts
      NODE_COMPILE_CACHE: resolve("node_modules/.cache/node")
    }
  }
)
process.exitCode = status ?? 1
