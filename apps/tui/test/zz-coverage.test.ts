import { writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"

import { test } from "vitest"

import { start } from "./support/start.ts"

test("counts", async () => {
  const { press, see, quiet } = start({ fast: false })
  await see("Users 1 of 4", "● live")
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await press("j")
  await see("2 of 4")
  await press("d")
  await see("is deactivated")
  await press("z")
  await see("is active again")
  await press("j")
  await see("3 of 4")
  await quiet()
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  await session.post("Profiler.takePreciseCoverage")
  await press("d")
  await see("is deactivated")
  await quiet()
  const { result } = await session.post("Profiler.takePreciseCoverage")
  await session.post("Debugger.enable")
  const files = []
  for (const { functions, scriptId, url } of result) {
    if (!url.includes("/apps/tui/src/")) continue
    const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId })
    const run = functions
      .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
      .filter(
        ({ ranges: [r] }) =>
          !/^\s*\(\) *=> *\{ *try *\{ *return [\w.]+;? *\} *catch *\{ *\};? *\}$/.test(
            scriptSource.slice(r!.startOffset, r!.endOffset)
          )
      )
      .map(
        ({ functionName, ranges: [r] }) =>
          functionName || scriptSource.slice(r!.startOffset, r!.endOffset).slice(0, 40).replaceAll("\n", " ")
      )
    if (run.length > 0) files.push({ url, run })
  }
  const sorted = files.toSorted((a, b) => a.url.localeCompare(b.url))
  writeFileSync(
    "/tmp/ui-act-coverage.txt",
    sorted.length + "\n" + sorted.map(({ url, run }) => url.replace(/.*\/src\//, "") + ": " + run.join(",")).join("\n")
  )
})
