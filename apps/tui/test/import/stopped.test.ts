import { symlink } from "node:fs/promises"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { remoteAssist, shell } from "../support/command.ts"
import { home } from "../support/home.ts"
import { hires, served } from "./served.ts"

describe("what stops an import", () => {
  test("Ctrl-C finishes what is under way, says how to go on, and ends with 130", async () => {
    const { faults, noted, run, start, users, write } = await served()
    await write(hires(100))
    await Effect.runPromise(
      faults.make({ payload: { operations: ["EnterpriseUsers.provision"], latency: { fixed: 150 } } })
    )
    const { child, ended } = start("--yes")
    const end = ended()
    await expect
      .poll(
        () =>
          noted()
            .then((lines) => lines.length)
            .catch(() => 0),
        { timeout: 20_000 }
      )
      .toBeGreaterThan(10)
    child.kill("SIGINT")
    const { code, stderr } = await end
    expect(code).toBe(130)
    expect(stderr).toContain("Finishing the rows that are under way.")
    expect(stderr).toMatch(/Interrupted\. \d+ created, \d+ still to do\. Give the same command to go on/)
    const states = Map.groupBy(await noted(), ({ state }) => state)
    expect(states.get("created")?.length).toBe(states.get("sending")?.length)
    expect((await users()).length - 4).toBe(states.get("created")?.length)
    await Effect.runPromise(faults.clear())
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(104)
  })

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)("%s that comes twice ends at once, with %i", async (signal, code) => {
    const { faults, noted, start, write } = await served()
    await write(hires(10))
    const operations = ["EnterpriseUsers.provision"] as const
    await Effect.runPromise(faults.make({ payload: { operations, latency: { fixed: 600_000 } } }))
    const { child, ended } = start("--yes")
    const end = ended()
    const lines = () =>
      noted().then(
        ({ length }) => length,
        () => 0
      )
    await expect.poll(lines, { timeout: 20_000 }).toBe(4)
    const told = new Promise<void>((done) => child.stderr.on("data", () => done()))
    child.kill(signal)
    await told
    child.kill(signal)
    expect(await end).toMatchObject({ code, stderr: expect.stringContaining("Once more ends at once.") })
  })

  test("is told and goes on later: a service that does not answer", async () => {
    const { faults, run, users, write } = await served()
    await write(hires(60))
    const operations = ["EnterpriseUsers.provision"] as const
    await Effect.runPromise(faults.make({ payload: { operations: ["*"], when: { nth: 40 }, does: { kind: "reset" } } }))
    await Effect.runPromise(faults.make({ payload: { operations, does: { kind: "status", status: 503 } } }))
    const { code, stderr } = await run("--yes")
    expect(stderr).toMatch(/^The import stopped\. .*503.*Give the same command to go on/)
    expect(code).toBe(4)
    await Effect.runPromise(faults.clear())
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(64)
  })

  test("a session that ends: what is not sent is sent once somebody is logged in again", async () => {
    const { faults, provisions, run, users, write } = await served()
    await write(hires(60))
    const does = { kind: "expired" } as const
    const operations = ["EnterpriseUsers.provision"] as const
    await Effect.runPromise(
      faults.make({ payload: { operations: ["Auth.refresh"], does: { kind: "status", status: 401 } } })
    )
    await Effect.runPromise(faults.make({ payload: { operations, when: { nth: 21 }, does } }))
    const { code, stderr } = await run("--yes")
    expect(stderr).toMatch(/^The import stopped\. .*Log in with remote-assist login\..* Give the same command to go on/)
    expect(code).toBe(5)
    expect((await provisions()).length).toBeLessThan(30)
    await Effect.runPromise(faults.clear())
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(64)
    expect((await provisions()).filter(({ status }) => status === 200)).toHaveLength(60)
  })

  test("an administrator who is deactivated: no further row is sent", async () => {
    const { faults, provisions, run, users, write } = await served()
    await write(hires(60))
    const does = { kind: "status", status: 400, message: "The user of this token is deactivated." } as const
    const operations = ["EnterpriseUsers.provision"] as const
    await Effect.runPromise(faults.make({ payload: { operations, when: { nth: 21 }, does } }))
    const { code, stderr } = await run("--yes")
    expect(stderr).toMatch(
      /^The import stopped\. .*is deactivated .*Log in with remote-assist login\. Give the same command/
    )
    expect(code).toBe(5)
    expect((await provisions()).length).toBeLessThan(50)
    await Effect.runPromise(faults.clear())
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(64)
  })

  test("a disk that is full: nothing is sent that could not be noted", async () => {
    const { env, file, noted, provisions, run, users, write } = await served()
    await write(hires(200))
    const line = `ulimit -f 8; trap '' XFSZ; $RA users import '${file}' --yes`
    const { code, stderr } = await shell(line, { env })
    expect(stderr).toMatch(/Cannot write the results .* \(EFBIG\)\. Nothing more was sent: make room there/)
    expect(code).toBe(5)
    const sent = await provisions()
    expect(sent.length).toBeLessThan(200)
    expect((await noted()).filter(({ state }) => state === "sending").length).toBeGreaterThanOrEqual(sent.length)
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect(await users()).toHaveLength(204)
    expect((await provisions()).filter(({ status }) => status === 400)).toEqual([])
  })

  test("results that cannot be written: nothing is sent", async () => {
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

  test("a read-only profile, which a dry run may be under", async () => {
    const { env, file, provisions, write } = await served()
    await write(hires(1))
    const own = await home()
    const safe = { env: { ...env, ...own.env, REMOTE_ASSIST_READ_ONLY: "true" } }
    expect(await remoteAssist(["users", "import", file, "--yes"], safe)).toMatchObject({ code: 2, stdout: "" })
    expect(await remoteAssist(["users", "import", file, "--dry-run"], safe)).toMatchObject({ code: 0 })
    expect(await provisions()).toEqual([])
  })
})
