import { describe, expect, test } from "vitest"

import { shell } from "../support/command.ts"
import { hires, mixed, served } from "./served.ts"

describe("a run", () => {
  test("creates who is not there, with what the file says, and ends with 5 where rows are left out", async () => {
    const { noted, run, users, write } = await served()
    await write(mixed)
    const { code, stdout } = await run("--yes")
    expect(stdout).toContain("line 8      refused   rosa@plant.example  The service refused to create")
    expect(stdout).toContain("1 created, 2 existed already, 3 left out, 1 refused, 1 empty.\n")
    expect(code).toBe(5)
    expect(await users("email=mary@plant.example")).toMatchObject([{ name: "Mary Jackson", active: true }])
    const mary = (await noted()).filter(({ email }) => email === "mary@plant.example")
    expect(mary.map(({ state }) => state)).toEqual(["sending", "created"])
  })

  test("asks with the counts, and where nobody can be asked sends nothing", async () => {
    const { provisions, run, write } = await served()
    await write(hires(2))
    const { code, stderr } = await run()
    expect(stderr).toContain("Give --yes to create 2 all the same.")
    expect(stderr).toContain("2 welcome e-mails would be sent.")
    expect(code).toBe(1)
    expect(await provisions()).toEqual([])
  })

  test("sends no welcome e-mail where told so, whatever the file says", async () => {
    const { provisions, run, write } = await served()
    await write("name,email,mail\nA,a@plant.example,yes\nB,b@plant.example,\n")
    expect(await run("--yes", "--no-send-email")).toMatchObject({ code: 0 })
    expect((await provisions()).flatMap(({ mails }) => mails)).toEqual([])
  })

  test("sends nothing where one exists and that is to fail", async () => {
    const { provisions, run, write } = await served()
    await write("name,email\nNew,new@plant.example\nGrace,grace@example.com\n")
    const { code, stderr, stdout } = await run("--yes", "--existing", "fail")
    expect(stdout).toBe("line 3      exists    grace@example.com  user 102, active\n")
    expect(stderr).toContain("Nothing was sent: 1 of the users exist already.")
    expect(code).toBe(2)
    expect(await provisions()).toEqual([])
  })

  test("updates names and reactivates only where told so", async () => {
    const { run, users, write } = await served()
    await write("name,email\nG. Hopper,grace@example.com\nE. Dijkstra,edsger@example.com\n")
    expect(await run("--yes", "--existing", "update")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 updated")
    })
    expect(await users("email=edsger@example.com")).toMatchObject([{ name: "E. Dijkstra", active: false }])
    expect(await run("--yes", "--reactivate")).toMatchObject({ code: 0 })
    expect(await users("email=edsger@example.com")).toMatchObject([{ active: true }])
  })

  test("goes on where nobody reads on, and where the output cannot be written", async () => {
    const { env, file, users, write } = await served()
    await write(hires(40))
    const line = `$RA users import '${file}' --yes --json > /dev/full`
    expect(await shell(line, { env })).toMatchObject({ code: 5 })
    expect(await users()).toHaveLength(44)
  })
})
