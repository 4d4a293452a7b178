import { existsSync } from "node:fs"

import { describe, expect, test } from "vitest"

import { shell } from "../support/command.ts"
import { hires, mixed, rowsOf, served } from "./served.ts"

describe("a dry run", () => {
  test("says of each row what would be done, and sends nothing", async () => {
    const { provisions, results, run, write } = await served()
    await write(mixed)
    const { code, stderr, stdout } = await run("--dry-run")
    expect(stdout).toBe(
      "line 3      exists    Grace@Example.com  user 102, active\n" +
        "line 4      exists    edsger@example.com  user 104, inactive\n" +
        "line 6      left out  mira.example.com  no @ in the e-mail\n" +
        "line 7      left out  tom@plant.example  no such pod: Nite Shift\n" +
        "line 8      unsure    rosa@plant.example  role not known: Chief\n" +
        "line 9      left out  MARY@plant.example  also in line 2\n" +
        "8 rows: 2 to create, 2 exist already, 3 cannot be sent, 1 is empty. " +
        "1 welcome e-mail would be sent. " +
        "Of those to create, 1 has a role that only the service knows. " +
        "Of those who exist, 1 is inactive: --reactivate reactivates them. Nothing was sent.\n"
    )
    expect({ code, stderr }).toEqual({ code: 5, stderr: "" })
    expect(await provisions()).toEqual([])
    expect(existsSync(results)).toBe(false)
  })

  test("takes an address from the first line that can be sent", async () => {
    const { run, write } = await served()
    await write(
      "name,email,pods\n" +
        ",mary@plant.example,\n" +
        "Mary,mary@plant.example,\n" +
        "Tom,tom@plant.example,Nite Shift\n" +
        "Tom,tom@plant.example,\n" +
        "Tom,TOM@plant.example,\n"
    )
    const { stdout } = await run("--dry-run", "--ndjson")
    expect(rowsOf(stdout).map(({ state, why }) => [state, why])).toEqual([
      ["left out", "no name"],
      ["create", null],
      ["left out", "no such pod: Nite Shift"],
      ["create", null],
      ["left out", "also in line 5"]
    ])
  })

  test("has an object a row, and is over where nobody reads on", async () => {
    const { env, file, run, write } = await served()
    await write(hires(3000))
    const all = await run("--dry-run", "--ndjson")
    expect(rowsOf(all.stdout)).toHaveLength(3000)
    expect(rowsOf(all.stdout)[0]).toEqual({
      line: 2,
      email: "hire1@plant.example",
      name: "Hire 1",
      state: "create",
      user_id: null,
      why: null
    })
    const line = `set -o pipefail; $RA users import '${file}' --dry-run --ndjson | head -1`
    expect(await shell(line, { env })).toMatchObject({ code: 0, stderr: "" })
  })

  test("holds no more of a large file than its bytes", async () => {
    const { env, file, write } = await served()
    await write(hires(100_000))
    const options = { env: { ...env, NODE_OPTIONS: "--max-old-space-size=160" } }
    const { code, stdout } = await shell(`$RA users import '${file}' --dry-run --ndjson | wc -l`, options)
    expect({ code, stdout }).toEqual({ code: 0, stdout: "100000\n" })
  })

  test("looks up each address of a small file at a large enterprise, and lists all users for a large file", async () => {
    const { lists, run, write } = await served({ users: 2000 })
    await write(hires(3))
    await run("--dry-run")
    expect(await lists()).toBe(4)
    await write(hires(300))
    await run("--dry-run")
    expect(await lists()).toBe(4 + 21)
  })
})
