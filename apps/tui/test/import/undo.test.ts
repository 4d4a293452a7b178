import { describe, expect, test } from "vitest"

import { served } from "./served.ts"

describe("an undo", () => {
  test("deactivates whom the import created and nobody else, once, and the import goes on from there", async () => {
    const { run, users, write } = await served()
    await write("name,email\nA,a@plant.example\nGrace,grace@example.com\nB,b@plant.example\n")
    expect(await run("--yes")).toMatchObject({ code: 0 })
    expect((await run("--undo")).stderr).toContain("Give --yes to deactivate 2 all the same.")
    expect(await run("--undo", "--dry-run")).toMatchObject({
      stdout: expect.stringContaining("2 would be deactivated. Nothing was sent.")
    })
    expect(await run("--undo", "--yes")).toMatchObject({ code: 0, stdout: "2 deactivated.\n" })
    const active = (await users()).filter(({ active }) => active).map(({ email }) => email)
    expect(active).toEqual(expect.arrayContaining(["grace@example.com"]))
    expect(active).not.toContain("a@plant.example")
    expect(await run("--undo", "--yes")).toMatchObject({ code: 0, stdout: "There was nothing to do.\n" })
    expect(await run("--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("3 existed already") })
    expect(await run("--yes", "--reactivate")).toMatchObject({ code: 0, stdout: expect.stringContaining("2 updated") })
  })
})
