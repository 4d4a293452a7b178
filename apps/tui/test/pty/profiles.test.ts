import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { describe, expect, onTestFinished, test } from "vitest"

import { remoteAssist } from "../support/command.ts"
import { run } from "../support/pty.ts"
import { service } from "../support/service.ts"

describe("profiles on the screen", () => {
  test("can be chosen; a read-only one refuses every change, and an unusable one is reported", async () => {
    const home = mkdtempSync(join(tmpdir(), "remote-assist-test-"))
    onTestFinished(() => rmSync(home, { recursive: true }))
    const { env, requests } = await service(40)
    const places = { XDG_CONFIG_HOME: join(home, "config"), XDG_STATE_HOME: join(home, "state") }
    const base = env["REMOTE_ASSIST_US_URL"] ?? ""
    const set = async (name: string, ...flags: ReadonlyArray<string>) => {
      const ended = await remoteAssist(["profiles", "set", name, "--region", "us", "--base-url", base, ...flags], {
        env: places,
        input: `${env["REMOTE_ASSIST_API_KEY"]}\n`
      })
      expect(ended).toMatchObject({ code: 0 })
    }
    await set("home", "--api-key-stdin")
    await set("safe", "--api-key-stdin", "--read-only", "--email", "ada@example.com")
    await set("broken")
    const { press, see } = run("main.ts --profile home", { columns: 120, env: places })
    const logIn = () => press("ada@example.com", "enter", "correct-horse", "enter")
    await see("▐EMULATOR us▌ home", "Log in")
    await logIn()
    await see("Users 1 of 40")
    await press("g", "s")
    await see("Session 1 of 3", "connected", "safe", "logged out")
    await press("j", "enter")
    await see("safe read-only", "Log in", /E-mail or user name +ada@example\.com/)
    await press("correct-horse", "enter")
    await see("Users 1 of 40")
    await press("j", "d")
    await see("Nothing was done: the profile safe is read-only.")
    await press("n")
    await see("Nothing was done: the profile safe is read-only.")
    expect(requests.filter((line) => /^(?:PUT|DELETE)/.test(line))).toEqual([])
    await press(":", "profile broken", "enter")
    await see("safe read-only", /REMOTE_ASSIST_API_KEY/)
  })
})
