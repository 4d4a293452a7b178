import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { remoteAssist } from "../support/command.ts"
import { hires, served } from "./served.ts"

const operations = ["EnterpriseUsers.provision"] as const

describe("somebody who was created by somebody else", () => {
  test("is not taken for ours where the service held a row back and the import was stopped meanwhile", async () => {
    const { env, faults, provisions, run, start, users, write } = await served()
    await write(hires(1))
    await Effect.runPromise(faults.make({ payload: { operations, does: { kind: "rateLimit", retryAfter: 30 } } }))
    const first = start("--yes")
    const end = first.ended()
    await expect.poll(() => provisions().then(({ length }) => length), { timeout: 30_000 }).toBeGreaterThan(0)
    first.child.kill("SIGINT")
    expect(await end).toMatchObject({ code: 130 })
    await Effect.runPromise(faults.clear())
    const other = ["users", "provision", "--name", "Hire 1", "--email", "hire1@plant.example", "--yes"]
    expect(await remoteAssist(other, { env })).toMatchObject({ code: 0 })
    expect(await run("--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 existed already") })
    expect(await run("--undo", "--yes")).toMatchObject({ code: 0, stdout: "There was nothing to do.\n" })
    expect(await users("email=hire1@plant.example")).toMatchObject([{ active: true }])
  })

  test("is left alone by an undo where ids began again, and so is who has the e-mail by another id", async () => {
    const { env, reset, run, users, write } = await served()
    await write(hires(3))
    expect(await run("--yes")).toMatchObject({ code: 0 })
    await reset()
    const provision = (email: string) =>
      remoteAssist(["users", "provision", "--name", "Other", "--email", email, "--yes"], { env })
    for (const email of ["other@plant.example", "hire1@plant.example"])
      expect(await provision(email)).toMatchObject({ code: 0 })
    const { code, stdout } = await run("--undo", "--yes")
    expect(stdout).toMatch(/line 2 .*left alone hire1@plant.example  this e-mail is that of user 10\d/)
    expect(stdout).toMatch(/line 3 .*left alone hire2@plant.example  nobody has this e-mail any more/)
    expect(stdout).toContain("3 left alone.\n")
    expect(code).toBe(5)
    expect((await users()).filter(({ active, name }) => name === "Other" && active)).toHaveLength(2)
    expect(await run("--undo", "--yes")).toMatchObject({ code: 0, stdout: "There was nothing to do.\n" })
  })
})
