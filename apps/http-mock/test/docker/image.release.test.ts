import { execFileSync, spawn } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

import { assert, it, onTestFinished } from "vitest"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** The lines of the build that copy files or run a command; pnpm itself is installed. */
const steps = (readFileSync(join(root, "apps/http-mock/Dockerfile"), "utf8").split("\nFROM node:24-alpine")[0] ?? "")
  .split("\n")
  .filter((line) => /^(?:COPY|RUN) /.test(line) && !line.startsWith("RUN npm "))

it("the steps of the image build an emulator and its console from the files that they copy", async () => {
  const folder = mkdtempSync(join(tmpdir(), "remote-assist-image-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 60_000)
  for (const step of steps) {
    const [kind, ...words] = step.split(" ")
    if (kind === "RUN")
      execFileSync("sh", ["-c", words.join(" ")], { cwd: folder, env: { ...process.env, CI: "true" }, stdio: "pipe" })
    else
      for (const source of words.slice(0, -1)) {
        const target = words.at(-1) ?? ""
        const isFolder = statSync(join(root, source)).isDirectory()
        cpSync(join(root, source), join(folder, target, isFolder ? "" : basename(source)), { recursive: true })
      }
  }
  const program = join(folder, "apps/http-mock/dist/http-mock.mjs")
  const child = spawn(process.execPath, [program, "--port", "0", "--banner", "json"], { cwd: "/" })
  onTestFinished(() => void child.kill("SIGKILL"))
  let banner = ""
  for await (const data of child.stdout) {
    banner += String(data)
    if (banner.includes("\n")) break
  }
  const { REMOTE_ASSIST_US_URL } = JSON.parse(banner)
  const origin = String(REMOTE_ASSIST_US_URL).replace(/\/us$/, "")
  const page = await fetch(`${origin}/__mock/`, { headers: { accept: "text/html" } })
  assert.strictEqual(page.status, 200)
  assert.include(await page.text(), "<script")
}, 240_000)
