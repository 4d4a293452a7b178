import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { remoteAssist } from "../support/command.ts"
import { hires, rowsOf, served } from "./served.ts"

describe("an import that is given again", () => {
  test("does what is left, by what the rows say: the file may be another by then", async () => {
    const { provisions, run, users, write } = await served()
    await write("name,email,role\nA,a@plant.example,User\nB,b@plant.example,Chief\n")
    expect(await run("--yes")).toMatchObject({ code: 5 })
    await write("email,name\nB@plant.example,B\nc@plant.example,C\na@plant.example,A\n")
    const { code, stdout } = await run("--yes", "--json")
    expect(code).toBe(0)
    expect(rowsOf(stdout).map(({ email, state }) => [email, state])).toEqual(
      expect.arrayContaining([
        ["B@plant.example", "created"],
        ["c@plant.example", "created"],
        ["a@plant.example", "created before"]
      ])
    )
    expect(await users()).toHaveLength(7)
    expect((await provisions()).filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test("does with who exists as was told when it was begun, and says so", async () => {
    const { run, users, write } = await served()
    await write("name,email\nEdsger Dijkstra,edsger@example.com\n")
    expect(await run("--yes", "--existing", "update", "--reactivate")).toMatchObject({ code: 0, stderr: "" })
    await write("name,email\nE. W. Dijkstra,edsger@example.com\n")
    const again = await run("--yes")
    expect(again).toMatchObject({ code: 0 })
    expect(again.stderr).toContain("Users who exist as when this import was begun: --existing update.")
    expect(again.stderr).toContain("reactivated, as when this import was begun; --no-reactivate leaves them.")
    const named = async () => (await users()).find(({ email }) => email === "edsger@example.com")
    expect(await named()).toMatchObject({ name: "E. W. Dijkstra", active: true })
    await write("name,email\nEdsger,edsger@example.com\n")
    expect(await run("--yes", "--existing", "skip", "--no-reactivate")).toMatchObject({ code: 0, stderr: "" })
    expect(await named()).toMatchObject({ name: "E. W. Dijkstra" })
    expect(await run("--yes")).toMatchObject({ code: 0, stderr: "" })
  })

  test("says which edits of the screen are of rows that the file has not any more", async () => {
    const { results, run, write } = await served()
    await write("name,email\nA,a@plant.example\n")
    expect(await run("--yes")).toMatchObject({ code: 0 })
    const edit = {
      line: 7,
      row: "gone",
      left_out: false,
      texts: { name: "B", email: "b@x.example", role: "", pods: "", mail: "" }
    }
    const chosen = { send_email: true, columns_map: "", edits: [edit] }
    await appendFile(results, `${JSON.stringify({ at: "2026-03-02T10:00:00.000Z", chosen })}\n`)
    const { stderr } = await run("--yes", "--dry-run")
    expect(stderr).toContain("1 edit made when this import was begun fits no row any more: line 7 (b@x.example).")
  })

  test("looks up by e-mail whose answer was lost, before anything is sent again", async () => {
    const { faults, noted, provisions, run, write } = await served()
    await write("name,email\nA,a@plant.example\n")
    const operations = ["EnterpriseUsers.provision"] as const
    await Effect.runPromise(faults.make({ payload: { operations, after: true, does: { kind: "reset" } } }))
    expect(await run("--yes", "--json")).toMatchObject({ code: 0 })
    expect(await provisions()).toHaveLength(1)
    expect((await noted()).at(-1)).toMatchObject({ state: "created", user_id: 105 })
  })

  test("takes a row that was being sent when it was killed for created, if the user is there", async () => {
    const { noted, provisions, results, run, write } = await served()
    await write("name,email\nA,a@plant.example\n")
    expect(await run("--yes")).toMatchObject({ code: 0 })
    const kept = (await readFile(results, "utf8")).split("\n").slice(0, 2)
    await writeFile(results, `${kept.join("\n")}\n{"at":"2026-`)
    expect(await run("--yes", "--json")).toMatchObject({ code: 0, stdout: expect.stringContaining('"created"') })
    expect(await provisions()).toHaveLength(1)
    expect((await noted()).map(({ state }) => state)).toEqual(["sending", "created"])
  })

  test("is refused at another service, with results of something else, and with a line that cannot be read", async () => {
    const [one, other] = [await served(), await served()]
    await one.write(hires(1))
    expect(await one.run("--yes")).toMatchObject({ code: 0 })
    const there = await remoteAssist(["users", "import", one.file, "--yes"], { env: other.env })
    expect(there).toMatchObject({ code: 1, stdout: "" })
    expect(there.stderr).toContain("holds what was imported at")
    await appendFile(one.results, "{}\n")
    expect((await one.run("--yes")).stderr).toContain("Line 4 of")
    await writeFile(one.results, "precious\n")
    expect(await one.run("--yes")).toMatchObject({ code: 1 })
    expect(await readFile(one.results, "utf8")).toBe("precious\n")
    expect(await other.provisions()).toEqual([])
  })

  test("is refused with the results of another file, whose users an undo would deactivate", async () => {
    const { env, file, folder, results, run, write } = await served()
    await write(hires(1))
    expect(await run("--yes")).toMatchObject({ code: 0 })
    const other = join(folder, "other.csv")
    await writeFile(other, hires(1, 2))
    for (const more of [["--yes"], ["--undo", "--yes"], ["--dry-run"]]) {
      const ended = await remoteAssist(["users", "import", other, "--results", results, ...more], { env })
      expect(ended).toMatchObject({ code: 1, stdout: "" })
      expect(ended.stderr).toContain(`${results} holds the results of new-hires.csv, and this is other.csv.`)
    }
    const moved = join(folder, "elsewhere")
    await mkdir(moved)
    await rename(file, join(moved, "new-hires.csv"))
    const there = ["users", "import", join(moved, "new-hires.csv"), "--results", results, "--undo", "--yes"]
    expect(await remoteAssist(there, { env })).toMatchObject({ code: 0, stdout: "1 deactivated.\n" })
  })

  test("is refused while it is under way", async () => {
    const { faults, noted, run, start, write } = await served()
    await write(hires(100))
    await Effect.runPromise(
      faults.make({ payload: { operations: ["EnterpriseUsers.provision"], latency: { fixed: 3000 } } })
    )
    const first = start("--yes")
    const end = first.ended()
    const lines = () =>
      noted().then(
        (lines) => lines.length,
        () => 0
      )
    await expect.poll(lines, { timeout: 30_000 }).toBeGreaterThan(0)
    const second = await run("--yes")
    expect(second).toMatchObject({ code: 1, stdout: "" })
    expect(second.stderr).toContain(`Another import of this file is under way`)
    expect(second.stderr).toContain(`process ${first.child.pid}`)
    first.child.kill("SIGINT")
    expect(await end).toMatchObject({ code: 130 })
  })
})
