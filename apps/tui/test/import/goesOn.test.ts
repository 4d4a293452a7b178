import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { served } from "./served.ts"

describe("an import that goes on", () => {
  test("sends no welcome e-mails and takes the columns as it was begun, unless flags say otherwise", async () => {
    const { faults, run, write } = await served()
    await write("Who,E-Mail,Mail\nA,a@plant.example,\nB,b@plant.example,\nC,c@plant.example,\n")
    const operations = ["EnterpriseUsers.provision"] as const
    await Effect.runPromise(faults.make({ payload: { operations, does: { kind: "status", status: 403 } } }))
    const map = "--columns-map=name=Who"
    const begun = await run("--no-send-email", map, "--yes")
    expect(begun.stderr).toBe("")
    await Effect.runPromise(faults.clear())
    const dry = await run("--dry-run")
    expect(dry.stdout).toContain("3 to create. 0 welcome e-mails would be sent.")
    expect(dry.stderr).toContain("No welcome e-mails, as when this import was begun; --send-email sends them.")
    expect(dry.stderr).toContain("Columns as when this import was begun: name=Who.")
    const other = await run("--dry-run", "--send-email", map)
    expect(other).toMatchObject({ stdout: expect.stringContaining("3 welcome e-mails would be sent."), stderr: "" })
    expect(await run("--yes")).toMatchObject({ code: 0, stdout: "3 created.\n" })
    expect((await run("--dry-run")).stdout).toContain("3 rows: 0 to create, 3 created before.")
  })
})
