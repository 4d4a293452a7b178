import { execFile, execFileSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "vitest"

import { startEmulator } from "../../../src/library/promise.ts"

const hasBrowser = () => {
  try {
    execFileSync("chromium", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** The HTML of a page after its script ran in a browser with this profile. */
const shownIn = (profile: string, url: string) =>
  new Promise<string>((resolve, reject) => {
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      `--user-data-dir=${profile}`
    ]
    const args = [...flags, "--virtual-time-budget=20000", "--dump-dom", url]
    const env = { ...process.env, TMPDIR: profile }
    execFile("chromium", args, { env, maxBuffer: 1e8, timeout: 60_000, killSignal: "SIGKILL" }, (error, out) =>
      error === null ? resolve(out) : reject(error)
    )
  })

describe("the documentation page in a browser", { timeout: 120_000 }, () => {
  const isThere = hasBrowser()
  const skipped = isThere ? "" : " (skipped: there is no chromium)"

  it.skipIf(!isThere)(`shows the service and the control plane with the key filled in${skipped}`, async () => {
    await using emulator = await startEmulator({ port: 0 })
    const profile = await mkdtemp(join(tmpdir(), "docs-browser-"))
    onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }))
    const url = new URL("/__mock/docs", emulator.baseUrl.us).href
    for (const time of ["first", "again"]) {
      const dom = await shownIn(profile, url)
      const [, body = ""] = /<div id="swagger-ui">(.*?)<script/s.exec(dom) ?? []
      for (const path of ["/v1r1/auth", "/__mock/clock", "/__mock/faults"])
        assert.include(body, `data-path="${path}"`, time)
      assert.match(body, /class="[^"]*authorize[^"]*\blocked"|authorization button locked/, time)
    }
  })
})
