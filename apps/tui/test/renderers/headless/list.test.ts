import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { describe, expect, onTestFinished, test } from "vitest"

import { remoteAssist, shell, startProgram } from "../../support/command.ts"
import { service } from "../../support/service.ts"

const served = async (users = 4) => {
  const { env, ...rest } = await service(users)
  return { env: { ...env, REMOTE_ASSIST_REGION: "us" }, ...rest }
}

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), "remote-assist-test-"))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

const pages = (requests: ReadonlyArray<string>) => requests.filter((line) => line.startsWith("GET"))

describe("a list", () => {
  test("writes typed JSON as an array or one object per line", async () => {
    const { env } = await served()
    const array = await remoteAssist(["users", "list", "--json", "--columns", "id,active,email"], { env })
    expect(JSON.parse(array.stdout)).toContainEqual({ id: 104, active: false, email: "edsger@example.com" })
    const lines = await remoteAssist(["users", "list", "--columns", "id"], { env })
    expect(lines.stdout).toBe('{"id":101}\n{"id":102}\n{"id":103}\n{"id":104}\n')
  })

  test("writes an empty array without rows", async () => {
    const { env } = await served()
    const { stdout } = await remoteAssist(["users", "list", "--json", "--filter", "email=x@example.com"], { env })
    expect(JSON.parse(stdout)).toEqual([])
  })

  test("writes a table, filtered by the service", async () => {
    const { env, requests } = await served()
    const { stdout } = await remoteAssist(
      ["users", "list", "--table", "--filter", "active=false", "--columns", "id,email,active"],
      { env }
    )
    expect(stdout).toBe("ID   EMAIL               ACTIVE\n104  edsger@example.com  no\n")
    expect(pages(requests)[0]).toContain("filter=active%3Dfalse")
  })

  test("reads no more pages than its limit needs", async () => {
    const { env, requests } = await served(1000)
    const { stdout } = await remoteAssist(["users", "list", "--limit", "200", "--columns", "id"], { env })
    expect(stdout.trim().split("\n")).toHaveLength(200)
    expect(pages(requests)).toHaveLength(2)
  })

  test("exits silently with 0 after its reader is gone", async () => {
    const { env, requests } = await served(100_000)
    const { code, stderr, stdout } = await shell("set -o pipefail; $RA users list | head -1", { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(JSON.parse(stdout)).toMatchObject({ id: 101 })
    expect(pages(requests).length).toBeLessThan(50)
  })

  test("reads no page before its output is taken", async () => {
    const { env, requests } = await served(100_000)
    const { child, ended } = startProgram(["users", "list"], { env })
    let before = 0
    let quiet = 0
    await expect
      .poll(
        () => {
          const now = pages(requests).length
          quiet = now > 0 && now === before ? quiet + 1 : 0
          before = now
          return quiet
        },
        { timeout: 30_000, interval: 25 }
      )
      .toBeGreaterThan(20)
    expect(before).toBeLessThan(100)
    child.stdout.destroy()
    expect(await ended()).toMatchObject({ code: 0, stderr: "" })
  })

  test("loads no module of the screen", async () => {
    const preload = fileURLToPath(new URL("../../support/without-screen.cjs", import.meta.url))
    const ended = await remoteAssist(["users", "list", "--demo", "--table"], {
      env: { NODE_OPTIONS: `-r ${JSON.stringify(preload)}` }
    })
    expect(ended).toMatchObject({ code: 0, stderr: "" })
  })

  test("exits with 1 and one sentence if the disk is full", async () => {
    const { code, stderr } = await shell("$RA users list --demo > /dev/full")
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "Cannot write the output: the disk is full. Free some space on it.\n"
    })
  })

  test("can be interrupted while its output is not read", async () => {
    const { env, requests } = await served(100_000)
    const { child, ended } = startProgram(["users", "list"], { env })
    await expect.poll(() => pages(requests).length, { timeout: 30_000 }).toBeGreaterThan(1)
    child.kill("SIGINT")
    expect(await ended()).toMatchObject({ code: 130, stderr: "" })
  })

  test.each([
    ["pods", "list"],
    ["pat", "list"],
    ["emulator", "faults", "list"]
  ])("of %s %s refuses a filter that the service does not have", async (...words) => {
    expect(await remoteAssist([...words, "--demo", "--filter", "name=Everyone"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^The service does not filter .*\. Leave out --filter\.\n$/)
    })
  })

  test.each([
    ["--columns", "id,nonsense", 'Users have no column "nonsense".'],
    ["--columns", "id,nmae", 'Users have no column "nmae". Did you mean name?'],
    ["--limit", "0", "--limit is at least 1."],
    ["--json", "--csv", "exclude each other"],
    ["--filter", "nonsense", 'Invalid --filter "nonsense". Write field=value, such as email=grace@example.com.'],
    ["--filter", "nonsense=1", "The service refused to list the users"]
  ])("reports the error of %s %s in one sentence", async (first, second, sentence) => {
    const { env } = await served()
    const { code, stderr, stdout } = await remoteAssist(["users", "list", first, second], { env })
    expect(stdout).toBe("")
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split("\n")).toHaveLength(1)
    expect(code).toBe(second === "nonsense=1" ? 2 : 1)
  })
})

describe("the advice after a rejection", () => {
  const unknown = "call_00000000-0000-4000-8000-000000000999"
  test.each([
    [
      ["users", "list"],
      { REMOTE_ASSIST_API_KEY: "wrong" },
      "Check the API key of the profile, or REMOTE_ASSIST_API_KEY."
    ],
    [["users", "list"], { REMOTE_ASSIST_EMAIL: "grace@example.com" }, "Log in as somebody who may do this."],
    [["calls", "show", unknown], {}, `There is no call ${unknown}. Check the id or name: it may have been deleted.`],
    [["calls", "show", "nope"], {}, "There is no call nope. Check the id or name: it may have been deleted."],
    [["calls", "events", "nope"], {}, "There is no call nope. Check the id or name: it may have been deleted."],
    [["calls", "list", "--order", "nonsense"], {}, " Correct --order."],
    [["users", "list", "--filter", "nonsense=1"], {}, " Correct --filter."],
    [
      ["users", "delete", "777", "--yes"],
      {},
      "There is no user 777 (code 1008). Check the id or name: it may have been deleted."
    ]
  ])("of %j with %j fits the cause", async (args, settings, advice) => {
    const { env } = await served()
    const { stderr } = await remoteAssist(args, { env: { ...env, ...settings } })
    expect(stderr.trimEnd().endsWith(advice)).toBe(true)
    expect(stderr).not.toContain("(status 401)")
  })

  test.each([
    ["name=Grace", " name~=%Grace% also finds parts of texts. Letter case counts."],
    ["name~=Grace", " name~=%Grace% also finds parts of texts. Letter case counts."],
    ["name=Gra%", " name~=Gra% also finds parts of texts. Letter case counts."],
    ["name=Linus Torv", " name~=%Linus Torv% also finds parts of texts. Letter case counts."],
    ["name=grace hopper", " name~=%grace hopper% also finds parts of texts. Letter case counts."],
    ["name = Grace Hopper", " Write it without blanks and quotes: name=Grace Hopper."],
    ['email="grace@example.com"', " Write it without blanks and quotes: email=grace@example.com."],
    ["name=''", " name~=%''% also finds parts of texts. Letter case counts."],
    ["name~= '%Nobody%'", " Write it without blanks and quotes: name~=%Nobody%."],
    ["name~=%Nobody%", ""],
    ["id>9000", ""]
  ])("says that no row matches %s", async (filter, advice) => {
    const { env } = await served()
    expect(await remoteAssist(["users", "list", "--filter", filter, "--ndjson"], { env })).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `No user matches ${filter}.${advice}\n`
    })
  })

  test("finds parts of texts by the filter that is named", async () => {
    const { env } = await served()
    expect(await remoteAssist(["users", "list", "--filter", "name~=%Grace%", "--ndjson"], { env })).toMatchObject({
      stdout: expect.stringContaining("Grace Hopper")
    })
  })
})

describe("an export", () => {
  test("replaces a file with a complete one", async () => {
    const { env } = await served(340)
    const path = join(await folder(), "users.csv")
    await writeFile(path, "before")
    await chmod(path, 0o660)
    const { code, stderr, stdout } = await remoteAssist(["users", "export", path, "--columns", "id,email", "--force"], {
      env
    })
    expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: `340 users written to ${path}.\n`, stdout: "" })
    expect((await stat(path)).mode & 0o777).toBe(0o660)
    const text = await readFile(path, "utf8")
    expect(text).toMatch(/^id,email\r\n101,ada@example.com\r\n/)
    expect(text.split("\r\n")).toHaveLength(342)
  })

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)("keeps the old file after %s, and no partial file", async (signal, code) => {
    const { env, gate } = await served(340)
    const path = await folder()
    await writeFile(join(path, "users.csv"), "before")
    const request = Promise.withResolvers<void>()
    gate.hold = (line) => {
      if (!line.includes("page=2")) return undefined
      request.resolve()
      return new Promise(() => undefined)
    }
    const { child, ended } = startProgram(["users", "export", join(path, "users.csv"), "--force"], { env })
    const end = ended()
    await request.promise
    child.kill(signal)
    expect(await end).toMatchObject({ code, stderr: "", stdout: "" })
    expect(await readdir(path)).toEqual(["users.csv"])
    expect(await readFile(join(path, "users.csv"), "utf8")).toBe("before")
  })

  test("has the format of the ending, and overwrites nothing without --force", async () => {
    const { env, requests } = await served()
    const path = await folder()
    const run = (name: string, ...flags: ReadonlyArray<string>) =>
      remoteAssist(["users", "export", join(path, name), "--columns", "id", ...flags], { env })
    expect(await run("u.json")).toMatchObject({ code: 0 })
    expect(JSON.parse(await readFile(join(path, "u.json"), "utf8"))).toEqual([101, 102, 103, 104].map((id) => ({ id })))
    expect(await run("u.NDJSON")).toMatchObject({ code: 0 })
    expect(await readFile(join(path, "u.NDJSON"), "utf8")).toMatch(/^\{"id":101\}\n/)
    const before = requests.length
    for (const name of ["u.xlsx", "plain"])
      expect(await run(name)).toMatchObject({
        code: 1,
        stderr: `The ending of ${path}/${name} names no format. Use .csv, .json or .ndjson, or give --json, --ndjson, --csv or --table.\n`
      })
    for (const flags of [["--csv"], ["--csv", "--dry-run"]])
      expect(await run("u.json", ...flags)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: `${path}/u.json exists. Give --force to overwrite it.\n`
      })
    expect(await run("u.json", "--csv", "--dry-run", "--force")).toMatchObject({ code: 0 })
    expect(requests).toHaveLength(before)
    expect(await run("u.json", "--csv", "--force")).toMatchObject({ code: 0 })
    expect(await readFile(join(path, "u.json"), "utf8")).toMatch(/^id\r\n101/)
  })

  test("leaves no file if the list fails midway", async () => {
    const { close, env, gate } = await served(340)
    const path = await folder()
    gate.hold = (line) => (line.includes("page=2") ? close() : undefined)
    const { code, stderr } = await remoteAssist(["users", "export", join(path, "users.csv")], { env })
    expect(code).toBe(4)
    expect(stderr).toContain("Could not list the users. No connection to")
    expect(await readdir(path)).toEqual([])
  })

  test.each(["/dev/null", "."])("rejects %s, which is not a file", async (path) => {
    const { env } = await served()
    expect(await remoteAssist(["users", "export", path, "--csv"], { env })).toMatchObject({
      code: 1,
      stderr: `${path} is not a file. Leave it out to write to the standard output.\n`
    })
  })
})
