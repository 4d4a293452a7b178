import { symlink } from "node:fs/promises"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { shell } from "../support/command.ts"
import { hires, served } from "./served.ts"

const operations = ["EnterpriseUsers.provision"] as const

/** How many lines of results there are. */
const count = (entries: () => Promise<ReadonlyArray<unknown>>) =>
  entries().then(
    ({ length }) => length,
    () => 0
  )

describe("an import is stopped", () => {
  test("by Ctrl-C: it finishes the rows under way, and is resumed", async () => {
    const { faults, entries, run, start, users, write } = await served()
    // so many that it is not over before it is stopped, on a busy machine as well
    await write(hires(400))
    await Effect.runPromise(faults.make({ payload: { operations, latency: { fixed: 150 } } }))
    const { child, ended } = start("--yes")
    const end = ended()
    await expect.poll(() => count(entries)).toBeGreaterThan(10)
    child.kill("SIGINT")
    const { code, stderr } = await end
    expect(code).toBe(130)
    expect(stderr).toContain("Finishing the rows under way.")
    expect(stderr).toMatch(/Interrupted\. \d+ created, \d+ still to do\. Give the same command to resume/)
    const states = Map.groupBy(await entries(), ({ state }) => state)
    expect(states.get("created")?.length).toBe(states.get("sending")?.length)
    expect((await users()).length - 4).toBe(states.get("created")?.length)
    await Effect.runPromise(faults.clear())
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(404)
  })

  test("by a second signal at once", async () => {
    const { faults, entries, start, write } = await served()
    await write(hires(10))
    await Effect.runPromise(faults.make({ payload: { operations, latency: { fixed: 600_000 } } }))
    const { child, ended } = start("--yes")
    const end = ended()
    await expect.poll(() => count(entries)).toBe(4)
    const output = new Promise<void>((done) => child.stderr.on("data", () => done()))
    child.kill("SIGTERM")
    await output
    child.kill("SIGTERM")
    expect(await end).toMatchObject({ code: 143, stderr: expect.stringContaining("Press again to end at once.") })
  })

  test("by a service that does not answer", async () => {
    const { faults, run, users, write } = await served()
    await write(hires(60))
    await Effect.runPromise(faults.make({ payload: { operations: ["*"], when: { nth: 40 }, does: { kind: "reset" } } }))
    await Effect.runPromise(faults.make({ payload: { operations, does: { kind: "status", status: 503 } } }))
    const { code, stderr, stdout } = await run("--yes")
    expect(stderr).toMatch(/^The import stopped\. .*503.*Give the same command to resume/)
    expect(stdout).toMatch(/\d+ not sent, \d+ still to do\.\n$|\d+ without an answer, \d+ still to do\.\n$/)
    expect(code).toBe(4)
    await Effect.runPromise(faults.clear())
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(64)
  })

  test.each([
    ["the session ends", { kind: "expired" }, "Log in with remote-assist login."],
    [
      "the administrator is deactivated",
      { kind: "status", status: 400, message: "The user of this token is deactivated." },
      "An administrator can reactivate the user."
    ]
  ] as const)("if %s: the rest is sent once somebody is logged in again", async (_, does, advice) => {
    const { faults, provisions, run, users, write } = await served()
    await write(hires(60))
    await Effect.runPromise(
      faults.make({ payload: { operations: ["Auth.refresh"], does: { kind: "status", status: 401 } } })
    )
    await Effect.runPromise(faults.make({ payload: { operations, when: { nth: 21 }, does } }))
    const { code, stderr } = await run("--yes")
    expect(stderr).toMatch(/^The import stopped\. .* Give the same command to resume/)
    expect(stderr).toContain(advice)
    expect(code).toBe(5)
    expect((await provisions()).length).toBeLessThan(50)
    await Effect.runPromise(faults.clear())
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(64)
    expect((await provisions()).filter(({ status }) => status === 200)).toHaveLength(60)
  })

  test("by a full disk: nothing is sent without a result", async () => {
    const { env, file, entries, provisions, run, users, write } = await served()
    await write(hires(200))
    const line = `ulimit -f 8; trap '' XFSZ; $RA users import '${file}' --yes`
    const { code, stderr } = await shell(line, { env })
    expect(stderr).toMatch(
      /Cannot write the results .*: it is larger than this process may write\. Raise the limit of this process\. Nothing more was sent\./
    )
    expect(code).toBe(5)
    const sent = await provisions()
    expect(sent.length).toBeLessThan(200)
    expect((await entries()).filter(({ state }) => state === "sending").length).toBeGreaterThanOrEqual(sent.length)
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(204)
    expect((await provisions()).filter(({ status }) => status === 400)).toEqual([])
  })

  test("by results that cannot be written: nothing is sent", async () => {
    const { folder, provisions, run, write } = await served()
    await write(hires(1))
    await symlink("/proc/version", join(folder, "link"))
    for (const path of ["/proc/none/results", folder, join(folder, "link")])
      expect(await run("--yes", "--results", path)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining("--results")
      })
    expect(await provisions()).toEqual([])
  })
})
