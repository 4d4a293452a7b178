import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { startEmulator } from "@remote-assist/http-mock/promise"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

const read = (page: string) => readFile(`${root}docs/${page}.md`, "utf8")

const page = await read("how-to/export-users")

const remoteAssist = `node -r ${root}tooling/tsx.cjs ${root}apps/tui/src/main.ts`

/** The first script below a heading of the guide, with the programs of this repository. */
const scriptBelow = (heading: string) => {
  const [, script = ""] = new RegExp(`## ${heading}\\n.*?\`\`\`sh\\n(.*?)\`\`\``, "s").exec(page) ?? []
  return script.replace("pnpm tui", remoteAssist).replace("node examples/", `node ${root}examples/`)
}

const records = (csv: string) => csv.trimEnd().replaceAll('"', "").split(/\r?\n/)

describe("the guide to exporting users", () => {
  let emulator: Awaited<ReturnType<typeof startEmulator>>
  let folder: string

  beforeAll(async () => {
    emulator = await startEmulator({ port: 0, users: 250 })
    folder = await mkdtemp(join(tmpdir(), "export-"))
  })
  afterAll(async () => {
    await emulator.close()
    await rm(folder, { recursive: true })
  })

  it.each(["With a command", "With the SDK", "With curl"])("writes all users as CSV: %s", async (heading) => {
    const { baseUrl, demo } = emulator
    const env = {
      ...process.env,
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
      REMOTE_ASSIST_REGION: "us",
      REMOTE_ASSIST_US_URL: baseUrl.us,
      REMOTE_ASSIST_API_KEY: demo.apiKey,
      REMOTE_ASSIST_EMAIL: demo.email,
      REMOTE_ASSIST_PASSWORD: demo.password
    }
    await promisify(execFile)("bash", ["-euo", "pipefail", "-c", scriptBelow(heading)], { cwd: folder, env })
    const [head, ...users] = records(await readFile(join(folder, "users.csv"), "utf8"))
    await rm(join(folder, "users.csv"))
    assert.strictEqual(head, "id,email,name,active")
    assert.include(users, "101,ada@example.com,Ada Lovelace,true")
    assert.include(users, "104,edsger@example.com,Edsger Dijkstra,false")
    assert.lengthOf(new Set(users), 250)
  })
})

describe("the guide to watching calls", () => {
  it("has commands that succeed", async () => {
    const commands = Array.from(
      (await read("how-to/watch-calls")).matchAll(/^pnpm tui (.+)$/gm),
      ([, words = ""]) => words
    )
    assert.lengthOf(commands, 2)
    for (const words of commands)
      await promisify(execFile)("bash", ["-c", `${remoteAssist} ${words} --demo`], {
        env: { PATH: process.env["PATH"] }
      })
  })
})

describe("the guide to refused requests", () => {
  it("shows the reason with a command and with curl", async () => {
    await using emulator = await startEmulator({ port: 0 })
    const { origin } = new URL(emulator.baseUrl.us)
    const blocks = Array.from(
      (await read("how-to/refused-request")).matchAll(/^```sh\n(.*?)^```/gms),
      ([, block = ""]) =>
        block
          .replace(/^eval .*$/m, "")
          .replaceAll("http://127.0.0.1:4010", origin)
          .replace("pnpm tui", remoteAssist)
    )
    const [, request = "", command = "", curl = ""] = blocks
    const env = {
      ...process.env,
      REMOTE_ASSIST_REGION: "us",
      REMOTE_ASSIST_US_URL: emulator.baseUrl.us,
      REMOTE_ASSIST_API_KEY: emulator.demo.apiKey
    }
    for (const script of [request, command, curl]) {
      const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { env })
      assert.include(stdout, "The user is deactivated.")
    }
  })
})

describe("the page to start with", () => {
  it("has a program that prints the e-mail addresses of all users", async () => {
    await using emulator = await startEmulator({ port: 0 })
    const [, program = ""] = /```ts\n(.*?)```/s.exec(await read("start")) ?? []
    const path = fileURLToPath(new URL("../dist/users.ts", import.meta.url))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, program.replace("http://127.0.0.1:4010/us", emulator.baseUrl.us))
    const { stdout } = await promisify(execFile)(process.execPath, [path])
    assert.deepStrictEqual(
      stdout.trimEnd().split("\n"),
      ["ada", "grace", "linus", "edsger"].map((name) => `${name}@example.com`)
    )
  })
})
