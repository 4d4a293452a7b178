import { existsSync, statSync } from "node:fs"
import { readdir } from "node:fs/promises"

import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { remoteAssist, shell } from "../support/command.ts"
import { hires, served } from "./served.ts"

describe("an undo", () => {
  test("stops where its results cannot be written, and says whom it deactivated", async () => {
    const { env, file, noted, results, run, users, write } = await served()
    await write(hires(20))
    expect(await run("--yes")).toMatchObject({ code: 0 })
    const blocks = Math.floor(statSync(results).size / 1024) + 1
    const line = `ulimit -f ${blocks}; trap '' XFSZ; $RA users import '${file}' --undo --yes`
    const { code, stderr, stdout } = await shell(line, { env })
    expect(stderr).toMatch(
      /^The undo stopped\. Cannot write the results .* \(EFBIG\)\. Nothing more was sent: make room/
    )
    expect(code).toBe(5)
    const inactive = (await users()).filter(({ active, email }) => !active && email.endsWith("plant.example"))
    expect(stdout).toBe(`${inactive.length} deactivated, ${20 - inactive.length} still to do.\n`)
    expect(inactive.length).toBeLessThan(20)
    expect((await noted()).filter(({ state }) => state === "undone").length).toBeLessThanOrEqual(inactive.length)
    expect(await run("--undo", "--yes")).toMatchObject({ code: 0 })
    expect(await run("--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("20 existed already") })
  })

  test("stops where the service does not answer", async () => {
    const { faults, run, write } = await served()
    await write(hires(40))
    expect(await run("--yes")).toMatchObject({ code: 0 })
    const operations = ["EnterpriseUsers.update"] as const
    await Effect.runPromise(faults.make({ payload: { operations, does: { kind: "status", status: 503 } } }))
    const { code, stderr, stdout } = await run("--undo", "--yes")
    expect(stderr).toMatch(/^The undo stopped\. .*503.*Give the same command to go on/)
    expect(code).toBe(4)
    expect(stdout).toMatch(/\b[4-7] without an answer, \d+ still to do\.\n$/)
    await Effect.runPromise(faults.clear())
    expect(await run("--undo", "--yes")).toMatchObject({ code: 0, stdout: "40 deactivated.\n" })
  })

  test("of what was never imported is a mistake, and leaves no results behind", async () => {
    const { env, file, folder, results } = await served()
    for (const more of [["--yes"], ["--dry-run"]]) {
      const ended = await remoteAssist(["users", "import", file, "--undo", ...more], { env })
      expect(ended).toMatchObject({ code: 1, stdout: "" })
      expect(ended.stderr).toContain(`There are no results ${results}: `)
    }
    expect(existsSync(results)).toBe(false)
    expect(await readdir(folder)).toEqual([])
  })
})
