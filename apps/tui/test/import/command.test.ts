import { existsSync } from "node:fs"
import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { remoteAssist, shell } from "../support/command.ts"
import { home } from "../support/home.ts"
import { hires, mixed, rowsOf, served } from "./served.ts"

const operations = ["EnterpriseUsers.provision"] as const

/** The state of the last line of the results. */
const lastState = (entries: () => Promise<ReadonlyArray<Record<string, unknown>>>) => () =>
  entries().then(
    (lines) => lines.at(-1)?.["state"],
    () => undefined
  )

describe("a dry run", () => {
  test("reports what would be done with each row, and sends nothing", async () => {
    const { provisions, results, run, write } = await served()
    await write(mixed)
    const { code, stderr, stdout } = await run("--dry-run")
    expect(stdout).toBe(
      "line 3      exists    Grace@Example.com  user 102, active\n" +
        "line 4      exists    edsger@example.com  user 104, inactive\n" +
        "line 6      left out  mira.example.com  the e-mail has no @\n" +
        "line 7      left out  tom@plant.example  no such pod: Nite Shift\n" +
        "line 8      create    rosa@plant.example  the service decides whether the role Chief exists\n" +
        "line 9      left out  MARY@plant.example  also in line 2\n" +
        "7 rows: 2 to create, 2 exist already, 3 left out. " +
        "1 welcome e-mail would be sent. " +
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
        "Tom,TOM@plant.example,Nite Shift\n"
    )
    const { stdout } = await run("--dry-run", "--ndjson")
    expect(rowsOf(stdout)[1]).toEqual({
      line: 3,
      email: "mary@plant.example",
      name: "Mary",
      state: "create",
      user_id: null,
      why: null
    })
    expect(rowsOf(stdout).map(({ state, why }) => [state, why])).toEqual([
      ["left out", "no name"],
      ["create", null],
      ["left out", "no such pod: Nite Shift"],
      ["create", null],
      ["left out", "no such pod: Nite Shift; also in line 5"]
    ])
  })

  test("says that it would change your own account, as does the question", async () => {
    const { run, write } = await served()
    await write("name,email\nAda King,Ada@example.com\nGrace H,grace@example.com\n")
    const change = ["--existing", "update"]
    const warning = "Of those who exist, 2 would be changed, your own account among them."
    expect((await run(...change, "--dry-run")).stdout).toContain(warning)
    expect((await run(...change)).stderr).toContain(warning)
    await write("name,email\nAda Lovelace,ada@example.com\nGrace H,grace@example.com\n")
    expect((await run(...change, "--dry-run")).stdout).toContain("Of those who exist, 1 would be changed. ")
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

describe("an import", () => {
  test("creates users who do not exist, and ends with 5 if rows are left out", async () => {
    const { entries, run, users, write } = await served()
    await write(mixed)
    const { code, stdout } = await run("--yes")
    expect(stdout).toContain("line 8      refused   rosa@plant.example  The service refused to create")
    expect(stdout).toContain("1 created, 2 exist already, 3 left out, 1 refused.\n")
    expect(code).toBe(5)
    expect(await users("email=mary@plant.example")).toMatchObject([{ name: "Mary Jackson", active: true }])
    const mary = (await entries()).filter(({ email }) => email === "mary@plant.example")
    expect(mary.map(({ state }) => state)).toEqual(["sending", "created"])
  })

  test("rejects an import without a terminal to confirm on", async () => {
    const { provisions, run, write } = await served()
    await write(hires(2))
    const { code, stderr } = await run()
    expect(stderr).toContain("2 welcome e-mails would be sent.")
    expect(stderr).toContain("Give --yes to skip the confirmation.")
    expect(code).toBe(1)
    expect(await provisions()).toEqual([])
  })

  test("sends no welcome e-mails with --no-send-email, despite the file", async () => {
    const { provisions, run, write } = await served()
    await write("name,email,mail\nA,a@plant.example,yes\nB,b@plant.example,\n")
    expect(await run("--yes", "--no-send-email")).toMatchObject({ code: 0 })
    expect((await provisions()).flatMap(({ mails }) => mails)).toEqual([])
  })

  test("sends nothing with --existing fail if a user exists", async () => {
    const { provisions, run, write } = await served()
    await write("name,email\nNew,new@plant.example\nGrace,grace@example.com\n")
    const { code, stderr, stdout } = await run("--yes", "--existing", "fail")
    expect(stdout).toBe("line 3      exists    grace@example.com  user 102, active\n")
    expect(stderr).toContain("Nothing was sent: 1 of the users exist already.")
    expect(code).toBe(2)
    expect(await provisions()).toEqual([])
  })

  test("goes on if the output cannot be written", async () => {
    const { env, file, users, write } = await served()
    await write(hires(40))
    const line = `$RA users import '${file}' --yes --json > /dev/full`
    expect(await shell(line, { env })).toMatchObject({ code: 5 })
    expect(await users()).toHaveLength(44)
  })

  test("is refused by a read-only profile, which a dry run is not", async () => {
    const { env, file, provisions, write } = await served()
    await write(hires(1))
    const own = await home()
    const safe = { env: { ...env, ...own.env, REMOTE_ASSIST_READ_ONLY: "true" } }
    expect(await remoteAssist(["users", "import", file, "--yes"], safe)).toMatchObject({ code: 2, stdout: "" })
    expect(await remoteAssist(["users", "import", file, "--dry-run"], safe)).toMatchObject({ code: 0 })
    expect(await provisions()).toEqual([])
  })

  test("of no file, a folder or the standard input is refused in one line", async () => {
    const { env, folder } = await served()
    for (const file of [join(folder, "none.csv"), folder, "-"]) {
      const ended = await remoteAssist(["users", "import", file, "--yes"], { env })
      expect(ended).toMatchObject({ code: 1, stdout: "" })
      expect(ended.stderr.trim().split("\n")).toHaveLength(1)
    }
  })
})

describe("the exit code of an import", () => {
  test.each([
    ["5 if all rows are left out", "A,a.example\nB,\n", 5],
    ["0 if all rows are empty", ",\n,\n", 0],
    ["0 if all users exist", "Grace,grace@example.com\n", 0]
  ])("is %s, and that of the dry run is the same", async (_, text, code) => {
    const { run, write } = await served()
    await write(`name,email\n${text}`)
    expect(await run("--dry-run")).toMatchObject({ code })
    expect(await run("--yes")).toMatchObject({ code })
  })

  test("is 2 if the service refuses all rows, and 5 if others are left out", async () => {
    const { run, write } = await served()
    await write("name,email,role\nA,a@plant.example,Chief\n")
    expect(await run("--yes")).toMatchObject({ code: 2 })
    await write("name,email,role\nA,a@plant.example,Chief\nB,b.example,\n")
    expect(await run("--yes")).toMatchObject({ code: 5 })
  })
})

describe("an import that is resumed", () => {
  test("imports the remaining rows by e-mail address after the file changed", async () => {
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

  test.each([
    ["one request each", 400],
    ["a list of all users", 0]
  ])("creates deleted users again, and knows a changed e-mail by the id, by %s", async (_, users) => {
    const gaps = { "registration.new-email": "at once" } as const
    const { env, entries, run, users: list, write } = await served(users === 0 ? { gaps } : { users, gaps })
    await write(hires(3))
    expect(await run("--yes", "--no-send-email")).toMatchObject({ code: 0, stdout: "3 created.\n" })
    const [[one], [two]] = [await list("email=hire1@plant.example"), await list("email=hire2@plant.example")]
    const remove = ["users", "delete", String(one?.id), "--yes"]
    const update = ["users", "update", String(two?.id), "--email", "other@plant.example", "--yes"]
    for (const args of [remove, update]) expect(await remoteAssist(args, { env })).toMatchObject({ code: 0 })
    const dry = await run("--dry-run")
    expect(dry.stdout).toContain(`hire2@plant.example  user ${two?.id}, whose e-mail is now other@plant.example\n`)
    expect(dry.stdout).toContain("3 rows: 1 to create, 2 created before.")
    expect(await run("--yes")).toMatchObject({ stdout: expect.stringContaining("1 created, 2 created before.\n") })
    expect((await list("email=hire1@plant.example")).map(({ id }) => id)).toEqual([
      (await entries()).at(-1)?.["user_id"]
    ])
    expect((await run("--dry-run")).stdout).toContain("3 rows: 0 to create, 3 created before.")
  })

  test("takes the options of the last run, unless flags change them", async () => {
    const { faults, run, write } = await served()
    await write("Who,E-Mail,Mail\nA,a@plant.example,\nB,b@plant.example,\nC,c@plant.example,\n")
    await Effect.runPromise(faults.make({ payload: { operations, does: { kind: "status", status: 403 } } }))
    const map = "--columns-map=name=Who"
    expect(await run("--no-send-email", map, "--yes")).toMatchObject({ stderr: "" })
    await Effect.runPromise(faults.clear())
    const dry = await run("--dry-run")
    expect(dry.stdout).toContain("3 to create. 0 welcome e-mails would be sent.")
    expect(dry.stderr).toContain('From the earlier run: --no-send-email --columns-map "name=Who". Give a flag')
    const other = await run("--dry-run", "--send-email", map)
    expect(other).toMatchObject({ stdout: expect.stringContaining("3 welcome e-mails would be sent."), stderr: "" })
    expect(await run("--yes")).toMatchObject({ code: 0, stdout: "3 created.\n" })
    expect((await run("--dry-run")).stdout).toContain("3 rows: 0 to create, 3 created before.")
  })

  test("updates names and reactivates only with the flags, also again", async () => {
    const { run, users, write } = await served()
    const edsger = async () => (await users()).find(({ email }) => email === "edsger@example.com")
    const { name } = (await edsger()) ?? {}
    await write("name,email\nEdsger Dijkstra,edsger@example.com\n")
    expect(await run("--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 exist already.\n") })
    expect(await edsger()).toMatchObject({ name, active: false })
    expect(await run("--yes", "--existing", "update", "--reactivate")).toMatchObject({
      stdout: expect.stringContaining("1 updated.\n")
    })
    expect(await edsger()).toMatchObject({ name: "Edsger Dijkstra", active: true })
    await write("name,email\nE. W. Dijkstra,edsger@example.com\n")
    const again = await run("--yes")
    expect(again.stderr).toContain("From the earlier run: --existing update --reactivate. Give a flag")
    expect(await edsger()).toMatchObject({ name: "E. W. Dijkstra" })
    await write("name,email\nEdsger,edsger@example.com\n")
    expect(await run("--yes", "--existing", "skip", "--no-reactivate")).toMatchObject({ code: 0, stderr: "" })
    expect(await edsger()).toMatchObject({ name: "E. W. Dijkstra" })
  })

  test("looks up a user by e-mail after a lost answer, before anything is sent again", async () => {
    const { faults, entries, provisions, run, write } = await served()
    await write("name,email\nA,a@plant.example\n")
    await Effect.runPromise(faults.make({ payload: { operations, after: true, does: { kind: "reset" } } }))
    expect(await run("--yes", "--json")).toMatchObject({ code: 0 })
    expect(await provisions()).toHaveLength(1)
    expect((await entries()).at(-1)).toMatchObject({ state: "created", user_id: 105 })
  })

  test("counts a row that was being sent when it was killed as created, if the user exists", async () => {
    const { entries, provisions, results, run, write } = await served()
    await write("name,email\nA,a@plant.example\n")
    expect(await run("--yes")).toMatchObject({ code: 0 })
    const lines = (await readFile(results, "utf8")).split("\n").slice(0, 2)
    await writeFile(results, `${lines.join("\n")}\n{"at":"2026-`)
    expect(await run("--yes", "--json")).toMatchObject({ code: 0, stdout: expect.stringContaining('"created"') })
    expect(await provisions()).toHaveLength(1)
    expect((await entries()).map(({ state }) => state)).toEqual(["sending", "created"])
  })

  test("does not count a user as created whom somebody else created while it waited", async () => {
    const { env, faults, entries, run, startHere, write } = await served()
    await write(hires(1))
    await Effect.runPromise(faults.make({ payload: { operations, does: { kind: "rateLimit", retryAfter: 30 } } }))
    const first = startHere("--yes")
    await expect.poll(lastState(entries)).toBe("unsent")
    first.interrupt()
    expect(await first.ended).toMatchObject({ code: 130 })
    await Effect.runPromise(faults.clear())
    const other = ["users", "provision", "--name", "Hire 1", "--email", "hire1@plant.example", "--yes"]
    expect(await remoteAssist(other, { env })).toMatchObject({ code: 0 })
    expect(await run("--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 exist already") })
  })

  test("is refused at another service, with results of something else, and with a line that cannot be read", async () => {
    const [one, other] = [await served(), await served()]
    await one.write(hires(1))
    expect(await one.run("--yes")).toMatchObject({ code: 0 })
    const there = await remoteAssist(["users", "import", one.file, "--yes"], { env: other.env })
    expect(there).toMatchObject({ code: 1, stdout: "" })
    expect(there.stderr).toContain("has results of")
    await appendFile(one.results, "{}\n")
    expect((await one.run("--yes")).stderr).toContain("Line 4 of")
    await writeFile(one.results, "precious\n")
    expect(await one.run("--yes")).toMatchObject({ code: 1 })
    expect(await readFile(one.results, "utf8")).toBe("precious\n")
    expect(await other.provisions()).toEqual([])
  })

  test("is refused with the results of another file, which may have been moved", async () => {
    const { env, file, folder, results, run, write } = await served()
    await write(hires(1))
    expect(await run("--yes")).toMatchObject({ code: 0 })
    const other = join(folder, "other.csv")
    await writeFile(other, hires(1, 2))
    const refused = await remoteAssist(["users", "import", other, "--results", results, "--yes"], { env })
    expect(refused).toMatchObject({ code: 1, stdout: "" })
    expect(refused.stderr).toContain(`${results} has results of new-hires.csv, and this is other.csv.`)
    const moved = join(folder, "elsewhere")
    await mkdir(moved)
    await rename(file, join(moved, "new-hires.csv"))
    const there = ["users", "import", join(moved, "new-hires.csv"), "--results", results, "--yes"]
    expect(await remoteAssist(there, { env })).toMatchObject({ code: 0, stdout: "1 created before.\n" })
  })

  test("is refused while it is running", async () => {
    const { faults, entries, run, startHere, write } = await served()
    await write(hires(1))
    await Effect.runPromise(faults.make({ payload: { operations, does: { kind: "rateLimit", retryAfter: 30 } } }))
    const first = startHere("--yes")
    await expect.poll(lastState(entries)).toBe("unsent")
    const second = await run("--yes")
    expect(second).toMatchObject({ code: 1, stdout: "" })
    expect(second.stderr).toMatch(
      /^Another import of this file is running: .*Wait until it is released, or end that process\.\n$/
    )
    first.interrupt()
    expect(await first.ended).toMatchObject({ code: 130 })
  })
})
