import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, onTestFinished, test, vi } from "vitest"

import { file, folder, mixed, opened, opening } from "../support/imported.ts"
import { start } from "../support/start.ts"
import { json, noConnection } from "../support/wire.ts"
import type { Wire } from "../support/wire.ts"

const hires = (count: number) =>
  `Full Name,E-Mail\n${Array.from({ length: count }, (_, at) => `H ${at},h${at}@plant.example\n`).join("")}`

/** Holds requests about users back until they are let go. */
const hold = (wire: Wire, method: string) => {
  const gate = Deferred.makeUnsafe<void>()
  wire.disturb = (line, pass) =>
    line.startsWith(method) && line.includes("/users") ? Effect.andThen(Deferred.await(gate), pass) : pass
  return () => {
    wire.disturb = undefined
    Deferred.doneUnsafe(gate, Effect.void)
  }
}

describe("an import on the screen", () => {
  test("goes from the file to the dry run and the report", async () => {
    const path = file(mixed)
    const { changes, press, see, seeNo } = await opened(path)
    await see(
      "› exists",
      "✗ left out",
      "the e-mail has no @",
      "5 rows: 3 to create, 1 exist already, 1 left out.",
      "3 welcome e-mails would be sent."
    )
    await press("a")
    await see("all rows", /Line 2 +✓ create {2}.*mary@plant\.example/)
    await press("enter")
    await see("This is the region us,", "Type create 3 to begin.")
    await press("enter")
    await seeNo("That is not create 3")
    await press("create 2", "enter")
    await see("That is not create 3: nothing was sent.")
    expect(changes()).toEqual([])
    await press("backspace", "3", "enter")
    await see("step 4 of 4: result", "2 created, 1 exist already, 1 left out, 1 refused.")
    expect(changes()).toHaveLength(3)
    expect(readFileSync(`${path}.results.ndjson`, "utf8")).toContain('"created"')
    await press("esc")
    await see("Users 1 of 6")
  })

  test("shows its result although Enter is pressed again, until that is intended", async () => {
    const { advance, press, see, wire } = await opened(file(hires(2)), { fast: true, at: "2026-01-01T12:00:00Z" })
    await advance(2000)
    await press("enter")
    await see("Type create 2 to begin.")
    await press("create 2")
    await advance(2000)
    const release = hold(wire, "POST")
    await press("enter")
    await see("step 3 of 4: send")
    await advance(3000)
    release()
    await see("step 4 of 4: result", "2 created.")
    await advance(1500)
    await press("enter")
    await see("step 4 of 4: result", "⏎ is ignored until you pause for 2 seconds.")
    await advance(2000)
    await press("enter")
    await see("Users 1 of 6")
  })

  test("asks for a path if none is typed", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("i", "ctrl+u", "enter")
    await see("Type the path of a file, such as users.csv.", "step 1 of 4: file")
  })

  test("says while rows wait that the service does not answer", async () => {
    const { press, see, seeNo, wire } = await opened(file(hires(2)))
    await press("enter", "create 2")
    const gate = Deferred.makeUnsafe<void>()
    let times = 0
    wire.disturb = (_, pass, request) =>
      ++times <= 2 ? noConnection(request) : Effect.andThen(Deferred.await(gate), pass)
    await press("enter")
    await see("step 3 of 4: send", "0 of 2 …", "The service does not answer. It is tried again.")
    Deferred.doneUnsafe(gate, Effect.void)
    await see("step 4 of 4: result", "2 created.")
    await seeNo("does not answer")
  })

  test.each(["/pods", "/users"])("says that it waits for a service that never answers %s, and ends", async (path) => {
    const { advance, press, see, wire } = start({ fast: true, at: "2026-01-01T12:00:00Z" })
    await see("Users 1 of 4")
    await press(":", "import", "enter", file("name,email,pods\nMary,mary@plant.example,1\n"))
    await see("step 1 of 4: file")
    wire.disturb = (line, pass) => (line.includes(path) ? Effect.never : pass)
    await press("enter")
    await see("step 2 of 4: dry run", "Looking up who exists: 0 of 1 …")
    await advance(31_000)
    await see("step 1 of 4: file", "No answer after 30 s")
  })

  test("advises the command that reactivates the inactive users", async () => {
    const { see } = await opened(file("name,email\nEdsger,edsger@example.com\n"), { columns: 160 })
    await see("1 is inactive: remote-assist users import FILE --reactivate reactivates them.")
  })

  test("shows the keys of the dry run, and returns to it", async () => {
    const { changes, press, see, seeNo } = await opened(file(mixed), { rows: 40 })
    await see("? help")
    await press("?")
    await see("Help", "In the dry run of an import", "e-mails on/off", "In the rows of an import", "all rows")
    await seeNo("Every list")
    await press("/", "e-mails")
    await see("Help, all keys", "e-mails on/off")
    await press("esc", "esc")
    await see("step 2 of 4: dry run", "5 rows: 3 to create")
    await press("?", "q", "enter", "create 3", "enter")
    await see("step 4 of 4: result")
    expect(changes()).toHaveLength(3)
    await press("esc", "?", "esc")
    await see("Users 1 of 6")
  })

  test("says on a small screen how to import with the results of another service", async () => {
    const path = file(mixed)
    const options = { send_email: true, columns_map: "", existing: "skip", reactivate: false }
    const head = {
      results_of: "remote-assist users import",
      version: 2,
      service: "https://eu.example.com",
      region: "eu"
    }
    writeFileSync(`${path}.results.ndjson`, `${JSON.stringify({ ...head, file: path, options })}\n`)
    const { press, see } = start({ columns: 40, rows: 12 })
    await see("Users 1 of 4")
    await press("i", path, "enter")
    await see("✗", /--results\s+of the\s+import\s+command\./, "⏎ read the file")
  })

  test("shows after a stop also the rows that the dry run left out", async () => {
    const { press, see, wire } = await opened(file(`${hires(60)}Mira,mira.example.com\n`), { rows: 40 })
    await press("enter", "create 60")
    const release = hold(wire, "POST")
    await press("enter")
    await see("step 3 of 4: send")
    await press("esc")
    await see("Finishing the rows under way")
    release()
    await see("step 4 of 4: result", "You stopped it.", /Line 62 +✗ left out/)
  })

  test("has no key to begin if there is nothing to create, and says so", async () => {
    const { changes, press, see, seeNo } = await opened(file("Name,E-Mail\nEdsger,edsger@example.com\n"))
    await see("1 row: 0 to create, 1 exist already.", "There is nothing to create.", "Esc cancel")
    await seeNo("⏎ begin", "m e-mails", "Results go to")
    await press("enter")
    await see("step 2 of 4: dry run")
    await seeNo("to begin.")
    expect(changes()).toEqual([])
  })

  test("shows all reasons of a row", async () => {
    const { press, see } = await opened(
      file("Name,E-mail,Pods,Mail\n,mira.example.com,Nowhere,perhaps\nAnn,a@b.example,,\n")
    )
    const row =
      "✗ left out  mira.example.com: the e-mail has no @; no name; mail is neither yes nor no: perhaps; no such pod: Nowhere"
    await see(new RegExp(`Line 2 +${row.replaceAll(" ", "\\s+")}`))
    await press("a")
    await see(/Line 3 +✓ create {2}Ann, a@b\.example/)
  })

  test("scrolls the rows, and says how many more there are", async () => {
    const text = `Name,E-mail\n${Array.from({ length: 502 }, (_, at) => `H ${at},h${at}\n`).join("")}`
    const { press, see, seeNo } = await opened(file(text))
    await see(/Line 2 +✗ left out/)
    await press("down")
    await seeNo(/Line 2 /)
    for (let times = 0; times < 60; times++) await press("pageDown")
    await see(/Line 501 /, "2 more: see remote-assist users import --dry-run")
  })

  test("completes the path of the file on Tab, and lists the names to choose from", async () => {
    const path = file(mixed)
    writeFileSync(join(dirname(path), "new-roles.csv"), "")
    const { press, see } = start({ columns: 200 })
    await see("Users 1 of 4")
    await press("i")
    await see("step 1 of 4: file")
    await press(dirname(path), "tab")
    await see(`${dirname(path)}/▏`)
    await press("tab")
    await see(`${dirname(path)}/new-▏`, "new-hires.csv  new-roles.csv")
    await press("h", "tab")
    await see(`${path}▏`)
    await press("x", "tab")
    await see(`There is no file or folder ${path}x.`)
    await press("backspace", "enter")
    await see("step 2 of 4: dry run")
  })

  test("switches welcome e-mails by a key of the dry run", async () => {
    const { press, see } = await opened(file(mixed))
    await press("m")
    await see("No welcome e-mails (m sends them).", /0 welcome\s+e-mails would be sent/)
    await press("m")
    await see("3 welcome e-mails would be sent.")
  })

  test("shows why a file or its results cannot be used, and accepts another path", async () => {
    const path = file("Kunde,Adresse\nAnn,ann@plant.example\n")
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("i", `${path}x`, "enter")
    await see("✗ Cannot read", "step 1 of 4")
    await press("backspace", "enter")
    await see(/No\s+column\s+is\s+the\s+email\./)
    await seeNo("Kunde")
    writeFileSync(path, mixed)
    writeFileSync(`${path}.results.ndjson`, "precious\n")
    await press("enter")
    await see(/does\s+not\s+have\s+results\s+of\s+an\s+import/)
  })

  test("accepts a path in the home folder, and offers it again until an import has finished", async () => {
    const path = file(hires(2))
    vi.stubEnv("HOME", dirname(path))
    onTestFinished(() => void vi.unstubAllEnvs())
    const { press, see, seeNo } = await opened("~/new-hires.csv")
    await see("2 to create")
    await press("esc")
    await see("Users 1 of 4")
    await press("i")
    await see("step 1 of 4: file", path)
    await press("enter")
    await see("2 to create")
    await press("enter")
    await see("Type create 2 to begin.")
    await press("create 2", "enter")
    await see("step 4 of 4: result", "2 created.")
    await press("esc")
    await see("Users 1 of 6")
    await press("i")
    await see("step 1 of 4: file")
    await seeNo(path)
  })

  test("sends nothing in a read-only profile, and shows why", async () => {
    const profile = { name: "live-eu", readOnly: "the profile live-eu is read-only" }
    const { changes, press, see } = await opened(file(mixed), { profile })
    await press("enter")
    await see("Nothing was done: the profile live-eu is read-only.")
    expect(changes()).toEqual([])
  })

  test("shows e-mails, row errors and keys on a small screen", async () => {
    const text = `${hires(12).replace("h1@", "h1.")}Grace,grace@example.com\nEdsger,edsger@example.com\nR,r.example\n`
    const { see } = await opened(file(text), { columns: 60, rows: 15 })
    await see(/11\s+welcome e-mails would be sent\./, /Line 3 +✗ left out/, "⏎ begin", "m e-mails on/off", "Esc cancel")
  })
})

describe("an import that is stopped", () => {
  test("finishes the running rows, and is resumed with its options by another import of the file", async () => {
    const path = file(hires(12))
    const program = await opened(path)
    const { changes, press, see, wire } = program
    await press("m")
    await see("0 welcome e-mails would be sent")
    const letGo = hold(wire, "POST")
    await press("enter", "create 12", "enter")
    await see("step 3 of 4: send")
    await expect.poll(() => changes().length).toBe(4)
    await press("q")
    await see("The import is under way. Esc stops it, then you can quit.")
    await press("esc")
    await see("Finishing the rows under way")
    letGo()
    await see("step 4 of 4: result", "4 created, 8 still to do.", /Import the\s+file again to\s+resume/)
    await press("esc")
    await see("Users 1 of 8")
    await opening(program, path)
    await see("8 to create, 4 created before", "0 welcome e-mails would be sent", "No welcome e-mails (m sends them)")
    await press("enter", "create 8", "enter")
    await see("step 4 of 4: result", "8 created, 4 created before")
    expect(await (await program.control("/outbox")).text()).not.toContain("@plant.example")
  })

  test("while it reads does not affect the next import", async () => {
    const slow = join(folder(), "slow.csv")
    execFileSync("mkfifo", [slow])
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("i", slow, "enter")
    await see("Reading", "slow.csv")
    await press("esc")
    await see("step 1 of 4: file", "Nothing is sent yet.", slow)
    await press("ctrl+u", "j")
    writeFileSync(slow, hires(3))
    await press("enter")
    await see("✗ Cannot read j: it does not exist. Check the path.")
    await seeNo("step 2 of 4")
  })
})

describe("a row without a certain answer", () => {
  test("stays unknown if the look-up fails as well", async () => {
    const path = file(hires(1))
    const { press, see, wire } = await opened(path)
    let [posts, lookUps] = [0, 0]
    wire.disturb = (line, pass, request) => {
      if (line.startsWith("POST") && line.includes("/users"))
        return ++posts === 1 ? Effect.andThen(pass, json(request, 500, "lost")) : pass
      if (!line.includes("filter=")) return pass
      const nobody = { page: 1, page_size: 20, total_pages: 0, total_entries: 0, entries: [] }
      return ++lookUps === 1 ? json(request, 200, nobody) : json(request, 418, "teapot")
    }
    await press("enter", "create 1", "enter")
    await see("step 4 of 4: result", "1 without an answer.")
    expect(posts).toBe(2)
  })

  test("is rejected if the address is taken and the session ends before the look-up", async () => {
    const path = file(hires(1))
    const { press, see, wire } = await opened(path)
    wire.disturb = (line, pass, request) => {
      if (line.includes("/v1/auth")) return json(request, 401, { code: 2, message: "refused" })
      if (line.includes("filter=")) return json(request, 400, { code: 1003, message: "Token expired" })
      return line.startsWith("POST")
        ? json(request, 400, { name: "Taken", code: 7, message: "The e-mail is taken." })
        : pass
    }
    await press("enter", "create 1", "enter")
    await see("Log in")
    expect(readFileSync(`${path}.results.ndjson`, "utf8")).toMatch(/"sending".*\n.*"refused".*\n$/)
  })
})

describe("a session that ends", () => {
  const isPost = (line: string) => line.startsWith("POST") && line.includes("/users")
  const isRefresh = (line: string) => line.includes("/v1/auth/refresh")
  const refused = { code: 2, message: "refresh refused" }
  const expired = { code: 1003, message: "Token expired" }

  const loggedIn = async () => {
    const program = start({ loggedOut: true })
    await program.press("ada", "tab", "correct-horse", "enter")
    await program.see("Users 1 of 4", "● live")
    return program
  }

  test("by another request lets running rows finish, and shows them after the log-in", async () => {
    const program = await loggedIn()
    const { press, see, wire } = program
    const [listing, sending] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    wire.disturb = (_, __, request) => Effect.andThen(Deferred.await(listing), json(request, 400, expired))
    await press("R")
    await see("◌ refreshing")
    wire.disturb = (line, pass, request) =>
      isRefresh(line) ? json(request, 401, refused) : isPost(line) ? Effect.tap(pass, Deferred.await(sending)) : pass
    const path = file(hires(3))
    await opening(program, path)
    await press("enter", "create 3", "enter")
    await expect.poll(() => wire.requests.filter(isPost)).toHaveLength(3)
    Deferred.doneUnsafe(listing, Effect.void)
    await see("Log in", "The session has ended:")
    Deferred.doneUnsafe(sending, Effect.void)
    await expect.poll(() => readFileSync(`${path}.results.ndjson`, "utf8").match(/"created"/g)).toHaveLength(3)
    wire.disturb = undefined
    await press("correct-horse", "enter")
    await see("step 4 of 4: result", "3 created")
  })

  test("by a row shows the log-in form, and then the results", async () => {
    const program = await loggedIn()
    const { press, see, wire } = program
    await opening(program, file(hires(3)))
    wire.disturb = (line, pass, request) =>
      isRefresh(line) ? json(request, 401, refused) : isPost(line) ? json(request, 400, expired) : pass
    await press("enter", "create 3", "enter")
    await see("Log in", "The session has ended:")
    wire.disturb = undefined
    await press("correct-horse", "enter")
    await see(
      "step 4 of 4: result",
      "3 still to do",
      "The import stopped.",
      /Import\s+the\s+file\s+again\s+to\s+resume\./
    )
  })

  test("by a look-up shows the log-in form, and then the path", async () => {
    const { press, see, wire } = await loggedIn()
    const path = file(mixed)
    wire.disturb = (line, pass, request) =>
      isRefresh(line) ? json(request, 401, refused) : line.includes("/users") ? json(request, 400, expired) : pass
    await press("i", path, "enter")
    await see("Log in", "The session has ended:")
    wire.disturb = undefined
    await press("correct-horse", "enter")
    await see("step 1 of 4: file", path)
  })
})
