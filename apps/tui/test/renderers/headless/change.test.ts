import { describe, expect, onTestFinished, test } from "vitest"

import { remoteAssist, shell, startProgram } from "../../support/command.ts"
import { service } from "../../support/service.ts"

const served = async () => {
  const { env, ...rest } = await service(4)
  return { env: { ...env, REMOTE_ASSIST_REGION: "us" }, ...rest }
}

const changesIn = (requests: ReadonlyArray<string>) => requests.filter((line) => /^(?:PUT|DELETE)/.test(line))

describe("an action on several rows", () => {
  test("continues after a failure, reports each row, and exits with 5", async () => {
    const { env } = await served()
    const { code, stderr, stdout } = await remoteAssist(
      ["users", "deactivate", "grace@example.com", "nobody@example.com", "103"],
      { env }
    )
    expect(stdout).toBe(
      "grace@example.com is deactivated and cannot log in; all data is kept.\n" +
        "linus@example.com is deactivated and cannot log in; all data is kept.\n"
    )
    expect(stderr).toBe("There is no user nobody@example.com.\n")
    expect(code).toBe(5)
  })

  test("reads names from the standard input and writes a result for each", async () => {
    const { env, requests } = await served()
    const { code, stdout } = await remoteAssist(["users", "reactivate", "-", "--json"], {
      env,
      input: "104\n\n grace \n999\n"
    })
    const results = stdout.trim().split("\n")
    expect(results.map((line): unknown => JSON.parse(line))).toMatchObject([
      { action: "users.reactivate", target: "edsger@example.com", outcome: "done", user: { id: 104, active: true } },
      { target: "grace@example.com", outcome: "unchanged", message: "grace@example.com is already active." },
      { target: "999", outcome: "failed", kind: "refused", code: 2 }
    ])
    expect(code).toBe(5)
    expect(changesIn(requests)).toHaveLength(2)
  })

  test.each([["101"], ["ada@example.com"]])("changes no name of your own account %s without --yes", async (name) => {
    const { env, requests } = await served()
    const update = ["users", "update", name, "--name", "Countess"]
    expect(await remoteAssist(update, { env })).toMatchObject({
      code: 1,
      stderr:
        "Nothing was done to ada@example.com: there is no terminal to confirm on. Update ada@example.com? This is your own account. Others see the new name at once. Give --yes to skip the confirmation.\n"
    })
    expect(changesIn(requests)).toEqual([])
    expect(await remoteAssist([...update, "--yes"], { env })).toMatchObject({ code: 0 })
    expect(await remoteAssist(["users", "update", "102", "--name", "Admiral"], { env })).toMatchObject({ code: 0 })
  })

  test("exits with 2 if all are rejected", async () => {
    const { env } = await served()
    expect(await remoteAssist(["users", "delete", "998", "999", "--yes"], { env })).toMatchObject({
      code: 2,
      stdout: ""
    })
  })

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130]
  ] as const)("reports the interrupted change after %s", async (signal, code) => {
    const { env, gate, requests } = await served()
    const response = Promise.withResolvers<void>()
    onTestFinished(() => response.resolve())
    gate.hold = (line) => (line.startsWith("PUT") ? response.promise : undefined)
    const { child, ended } = startProgram(["users", "deactivate", "102", "103"], { env })
    const end = ended()
    await expect.poll(() => changesIn(requests).length).toBe(1)
    child.kill(signal)
    expect(await end).toMatchObject({
      code,
      stderr: "It is unknown whether this succeeded: deactivating grace@example.com. Check before you retry.\n"
    })
    expect(changesIn(requests)).toHaveLength(1)
  })

  test("continues after its reader is gone, with the exit code of all changes", async () => {
    const { env, requests } = await served()
    const line = "set -o pipefail; { $RA users deactivate 102 103 104 9999; } | head -1"
    expect(await shell(line, { env })).toMatchObject({ code: 5 })
    // one is already inactive
    expect(changesIn(requests)).toHaveLength(3)
  })

  test.each([
    ["> /dev/full", "Cannot write the output: the disk is full. Free some space on it. The changes are done.\n"],
    ["> /dev/full 2> /dev/full", ""]
  ])("continues if the output cannot be written, and exits with 5: %s", async (to, stderr) => {
    const { env, requests } = await served()
    const ended = await shell(`$RA users deactivate 102 103 ${to}`, { env })
    expect(ended).toMatchObject({ code: 5, stderr })
    expect(changesIn(requests)).toHaveLength(2)
  })

  test.each(["deactivate", "delete"])("changes a row with several names once: %s", async (verb) => {
    const { env, requests } = await served()
    const ended = await remoteAssist(["users", verb, "102", "grace@example.com", "102", "--yes"], { env })
    expect(ended).toMatchObject({ code: 0, stderr: "" })
    expect(ended.stdout.trim().split("\n")).toHaveLength(1)
    expect(changesIn(requests)).toHaveLength(1)
  })

  test("names the account and the contacts that it did not change or invite", async () => {
    const { env, requests } = await served()
    const { stderr } = await remoteAssist(["users", "deactivate", "101", "102"], { env })
    expect(stderr).toContain("Nothing was done to ada@example.com: there is no terminal to confirm on.")
    expect(changesIn(requests)).toHaveLength(1)
    const session = ["invite", "session", "--call", "call_3", "--contact", "grace@example.com", "--contact", "104"]
    expect((await remoteAssist(session, { env })).stderr).toContain(
      "Invitations to call_3 go to grace@example.com, 104 by e-mail immediately and cannot be withdrawn."
    )
    expect(changesIn(requests)).toHaveLength(1)
  })

  test("rejects a final action without --yes and without a terminal", async () => {
    const { env, requests } = await served()
    const { code, stderr } = await remoteAssist(["users", "delete", "grace@example.com", "101"], { env })
    const why = "there is no terminal to confirm on."
    expect(stderr.split("\n")).toEqual([
      expect.stringContaining(`Nothing was done to grace@example.com: ${why} Delete grace@example.com? This cannot be`),
      expect.stringContaining(
        `Nothing was done to ada@example.com: ${why} Delete ada@example.com? This cannot be undone. This is your own account.`
      ),
      ""
    ])
    expect(code).toBe(1)
    const input = await remoteAssist(["users", "delete", "-"], { env, input: "104\n" })
    const unnamed =
      "Nothing was sent: names on the standard input cannot be confirmed. You cannot undo deleting a user. Give --yes to skip the confirmation.\n"
    expect(input).toMatchObject({ code: 1, stderr: unnamed })
    expect(changesIn(requests)).toEqual([])
  })

  test("names whom a new e-mail address hits without a terminal, and fails with a failed log-in", async () => {
    const { env, requests } = await served()
    const update = (id: string, more = {}) =>
      remoteAssist(["users", "update", id, "--email", "new@example.com"], { env: { ...env, ...more } })
    const mail = "An e-mail goes to new@example.com. The new address counts once it is confirmed."
    const own = await update("101")
    expect(own.stderr).toContain(`Update ada@example.com? This is your own account. ${mail}`)
    const other = await update("102")
    expect(other.stderr).toContain(`Nothing was done to grace@example.com: there is no terminal`)
    expect(other.stderr).toContain(`Update grace@example.com? ${mail} Give --yes to skip the confirmation.`)
    expect([own.code, other.code, changesIn(requests)]).toEqual([1, 1, []])
    expect(await update("101", { REMOTE_ASSIST_PASSWORD: "wrong" })).toMatchObject({ code: 3 })
  })

  test("looks up an e-mail address before a dry run", async () => {
    const { env, requests } = await served()
    const { stdout } = await remoteAssist(["users", "delete", "grace@example.com", "--dry-run", "--json"], { env })
    expect(JSON.parse(stdout)).toMatchObject({ would: "delete grace@example.com", method: "DELETE" })
    expect(changesIn(requests)).toEqual([])
  })
})

test("sanitizes names in its output", async () => {
  const { env } = await served()
  const evil = "\u001B[2J\u009B31m\u202Eevil@example.com"
  const { stderr } = await remoteAssist(["users", "deactivate", evil], { env })
  expect(stderr).toBe("There is no user \uFFFD[2J\uFFFD31m\uFFFDevil@example.com.\n")
})

test("predicts in a dry run that there is no such user, and warns about the own account", async () => {
  const { env, requests } = await served()
  const run = (...args: ReadonlyArray<string>) => remoteAssist(["users", ...args, "--dry-run"], { env })
  const missing = { code: 2, stdout: "", stderr: "There is no user 999.\n" }
  expect(await run("deactivate", "999")).toMatchObject(missing)
  expect(await run("update", "999", "--name", "A")).toMatchObject(missing)
  expect(await run("deactivate", "101")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Would deactivate ada@example.com: "),
    stderr: expect.stringContaining("This is your own account. The service then rejects your session")
  })
  expect(await run("update", "101", "--name", "A")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Would update ada@example.com: "),
    stderr: expect.stringContaining("This is your own account. Others see the new name at once.")
  })
  expect(await run("update", "102", "--name", "A")).toMatchObject({ code: 0, stderr: "" })
  expect(await run("deactivate", "102")).toMatchObject({ code: 0, stderr: "" })
  expect(changesIn(requests)).toEqual([])
})

test("reports unchanged and unknown rows in a dry run too", async () => {
  const { env, requests } = await served()
  const run = (...flags: ReadonlyArray<string>) =>
    remoteAssist(["users", "deactivate", "edsger@example.com", "nobody@example.com", "--dry-run", ...flags], { env })
  const json = await run("--json")
  expect(
    json.stdout
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line))
  ).toMatchObject([
    { target: "edsger@example.com", outcome: "unchanged" },
    { target: "nobody@example.com", outcome: "failed", message: "There is no user nobody@example.com." }
  ])
  expect(await run()).toMatchObject({ code: 5, stdout: "edsger@example.com is already inactive.\n" })
  expect(changesIn(requests)).toEqual([])
})

describe("a form", () => {
  test("sends its flags under the names of the API", async () => {
    const { env } = await served()
    const { stdout } = await remoteAssist(
      // prettier-ignore
      ["users", "provision", "--name", "Mary", "--email", "mary@example.com", "--no-send-email", "--pod", "1", "--pod", "2", "--dry-run", "--json"],
      { env }
    )
    expect(JSON.parse(stdout)).toMatchObject({
      method: "POST",
      body: { name: "Mary", email: "mary@example.com", send_email: false, pod_ids: [1, 2] }
    })
  })

  test("changes a user", async () => {
    const { env } = await served()
    const { code, stdout } = await remoteAssist(["users", "update", "grace@example.com", "--name", "G. H."], { env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: "grace@example.com is changed.\n" })
  })

  const grace = "grace@example.com"
  test.each([
    [["users", "update", grace, "--name", "G\u001B[2J"], "--name has a control character (\\u001b): leave it out.\n"],
    [["users", "update", grace, "--name", "G\nH"], "--name has a control character (\\u000a): leave it out.\n"],
    [
      ["users", "provision", "--name", "M", "--email", "m\u009B@example.com"],
      "--email has a control character (\\u009b): leave it out.\n"
    ],
    [["calls", "annotate", "call_1", "--alt1", "a\tb"], "--alt1 has a control character (\\u0009): leave it out.\n"],
    [
      ["calls", "annotate", "call_1", "--extra", "a\u0007b"],
      "--extra has a control character (\\u0007): leave it out.\n"
    ],
    [
      ["tokens", "validate", "--permission", "view\u0001"],
      "--permission has a control character (\\u0001): leave it out.\n"
    ]
  ])("rejects control characters: %j", async (args, stderr) => {
    const { env, requests } = await served()
    expect(await remoteAssist([...args], { env })).toMatchObject({ code: 1, stdout: "", stderr })
    expect(requests).toEqual([])
  })

  test("accepts several lines in a multi-line field", async () => {
    const { env } = await served()
    const args = ["calls", "annotate", "call_1", "--extra", "one\n\ttwo", "--dry-run", "--json"]
    const { stdout } = await remoteAssist(args, { env })
    expect(JSON.parse(stdout)).toMatchObject({ body: { extra_info: "one\n\ttwo" } })
  })

  test("sends nothing without values", async () => {
    const { env, requests } = await served()
    expect(await remoteAssist(["users", "update", "102"], { env })).toMatchObject({
      code: 1,
      stderr: "There is nothing to update. Give --name or --email.\n"
    })
    expect(requests).toEqual([])
  })
})

describe("exit codes", () => {
  test("a missing or failed login exits with 3", async () => {
    const { env } = await served()
    const { REMOTE_ASSIST_PASSWORD: _, ...without } = env
    expect(await remoteAssist(["users", "list"], { env: without })).toMatchObject({ code: 3, stdout: "" })
    const wrong = await remoteAssist(["users", "list", "--json"], { env: { ...env, REMOTE_ASSIST_PASSWORD: "wrong" } })
    expect(wrong).toMatchObject({ code: 3, stdout: "" })
    expect(JSON.parse(wrong.stderr)).toMatchObject({ error: { code: 3, kind: "session" } })
  })

  test("a missing connection exits with 4", async () => {
    const { close, env } = await served()
    await close()
    const { code, stderr } = await remoteAssist(["users", "list"], { env })
    expect(code).toBe(4)
    expect(stderr).toContain("No connection to")
  })

  test.each([[["users", "lst"]], [["users", "list", "--nonsense"]], [["users", "deactivate"]]])(
    "a usage error exits with 1: %j",
    async (args) => {
      const { code, stderr, stdout } = await remoteAssist(args)
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr.trim().split("\n")).toHaveLength(1)
    }
  )

  test("missing settings exit with 1", async () => {
    const { code, stderr } = await remoteAssist(["users", "list"])
    expect(stderr).toMatch(/^The setting REMOTE_ASSIST_REGION is missing: .*\.\n$/)
    expect(code).toBe(1)
  })
})

test("a demo needs no settings", async () => {
  const { code, stdout } = await remoteAssist(["users", "show", "grace@example.com", "--demo"])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ id: 102, name: "Grace Hopper" })
})

test("shells complete the subcommands of every resource", async () => {
  const { code, stdout } = await remoteAssist(["--completions", "bash"])
  expect(code).toBe(0)
  for (const word of ["users", "pods", "deactivate", "provision", "--columns"]) expect(stdout).toContain(word)
})

test("reports an unchanged row, by id too", async () => {
  const { env, requests } = await served()
  const { code, stdout } = await remoteAssist(["users", "deactivate", "104", "edsger@example.com", "--json"], { env })
  expect(JSON.parse(stdout)).toMatchObject({ outcome: "unchanged", message: "edsger@example.com is already inactive." })
  expect({ code, changes: changesIn(requests) }).toEqual({ code: 0, changes: [] })
})

test("names an unknown pod, and the command that lists all pods", async () => {
  const { env } = await served()
  const args = ["users", "provision", "--name", "Mary", "--email", "mary@example.com", "--pod", "99", "--yes"]
  expect(await remoteAssist(args, { env })).toMatchObject({
    code: 2,
    stderr:
      "The service refused to provision a user: The pods 99 do not exist. The list of pods shows those that do (code 1009).\n"
  })
})

test("names its target in JSON", async () => {
  const { env } = await served()
  const { stdout } = await remoteAssist(["oncall", "favorite", "Electrical", "--json"], { env })
  expect(JSON.parse(stdout)).toMatchObject({ on_call_group: { name: "Electrical" } })
})
