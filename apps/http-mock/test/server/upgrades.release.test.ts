import { execFile, execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"

/** Whether the JDK that the program needs is there: a JRE cannot compile it. */
const hasJdk = (() => {
  try {
    const modules = execFileSync("java", ["--list-modules"], { stdio: ["ignore", "pipe", "ignore"] }).toString()
    return modules.includes("jdk.compiler") && modules.includes("java.net.http")
  } catch {
    return false
  }
})()

it.skipIf(!hasJdk)(
  `the HttpClient of Java, which asks for an upgrade, logs in${hasJdk ? "" : " (skipped: there is no JDK)"}`,
  async () => {
    const program = fileURLToPath(new URL("support/LogIns.java", import.meta.url))
    await using emulator = await startEmulator({ port: 0 })
    const { origin } = new URL(emulator.baseUrl.us)
    const { stdout } = await promisify(execFile)("java", [program, origin])
    assert.strictEqual(stdout, "200=100\n")
  }
)
