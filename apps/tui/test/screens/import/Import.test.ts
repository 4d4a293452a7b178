import { readFileSync, writeFileSync } from "node:fs"

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { file, mixed, opened } from "../../support/imported.ts"
import { start } from "../../support/start.ts"

describe("an import on the screen", () => {
  test("goes from the file to the result, and is undone", async () => {
    const path = file(mixed)
    const { changes, press, see, seeNo } = await opened(path)
    await see(
      "› exists",
      "✗ left out",
      "no @ in the e-mail",
      "› unsure",
      "5 rows: 3 to create, 1 exist already, 1 cannot be sent.",
      "3 welcome e-mails would be sent."
    )
    await press("a")
    await see("2 of 5", "all rows", "mary@plant.example")
    await press("n", "n")
    await see("4 of 5")
    await press("N")
    await see("3 of 5")
    await press("enter")
    await see("This is the region us,", "Type create 3 to begin.")
    await press("create 2", "enter")
    await see("That is not create 3: nothing was sent.")
    expect(changes()).toEqual([])
    await press("backspace", "3", "enter")
    await see(
      "step 5 of 5: result",
      "2 created, 1 existed already, 1 left out, 1 refused.",
      "z deactivates the 2 users"
    )
    expect(changes()).toHaveLength(3)
    expect(readFileSync(`${path}.results.ndjson`, "utf8")).toContain('"created"')
    await press("z", "deactivate 2", "enter")
    await see("2 deactivated.")
    await seeNo("z deactivates the 2 users")
    await seeNo("z undo")
    await press("esc")
    await see("Users 1 of 6")
  })

  test("takes lines that are edited, skipped, or without mails", async () => {
    const path = file(mixed)
    const { changes, press, see } = await opened(path)
    await press("j", "e")
    await see("Edit line 4", "The file stays as it is.")
    await press("tab", "ctrl+u", "mira@plant.example", "enter")
    await see("2 of 2", "4 to create", "1 edited here")
    await press("a", "s")
    await see("3 to create", "left out here", "2 edited here")
    await press("m")
    await see("No welcome e-mails (m sends them).", /0 welcome\s+e-mails would be sent/)
    await press("r")
    await see(/Of those who exist, 1 would be\s+changed\./)
    await press("r", "enter", "create 3", "enter")
    await see("3 created, 1 existed already, 1 left out.")
    expect(changes()).toHaveLength(3)
    expect(readFileSync(path, "utf8")).toBe(mixed)
  })

  test("says what is wrong with the file or its columns, and takes what is typed for them", async () => {
    const path = file("Kunde,Adresse\nAnn,ann@plant.example\nBo,bo.example\n")
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("i", `${path}x`, "enter")
    await see("✗ Cannot read", "step 1 of 5")
    await press("backspace", "enter")
    await see(
      "✗",
      /None of the 2\s+columns\s+is\s+the\s+email\./,
      /Type\s+which\s+one\s+is,\s+such\s+as\s+name=Full\s+Name/,
      "step 2 of 5"
    )
    await seeNo("Kunde")
    await seeNo("--columns-map")
    await press("name=Kunde,email=Adresse", "enter")
    await see("Kunde", "Adresse", "Enter goes on")
    await press("enter")
    await see("2 rows: 1 to create, 1 cannot be sent.")
    await press("esc")
    await see("Users 1 of 4")
  })

  test("finishes what is under way where it is stopped, and goes on when it is imported again", async () => {
    const path = file(mixed.replace("Chief", "User"))
    const { changes, press, see, wire } = await opened(path)
    const gate = Deferred.makeUnsafe<void>()
    wire.disturb = (line, pass) =>
      line.startsWith("POST") && line.includes("users") ? Effect.andThen(Deferred.await(gate), pass) : pass
    await press("enter", "create 3", "enter")
    await see("step 4 of 5: send")
    await expect.poll(() => changes().length, { timeout: 15_000 }).toBe(3)
    await press("esc")
    await see("Finishing the rows that are under way")
    Deferred.doneUnsafe(gate, Effect.void)
    await see("step 5 of 5: result", "3 created")
    expect(changes()).toHaveLength(3)
  })

  test("sends nothing in a read-only profile, and says so", async () => {
    const profile = { name: "live-eu", readOnly: "the profile live-eu is read-only" }
    const { changes, press, see } = await opened(file(mixed), { profile })
    await press("enter")
    await see("Nothing was done: the profile live-eu is read-only.")
    expect(changes()).toEqual([])
  })

  test.each([
    ["the dry run", "EnterpriseUsers.list", "enter", /step 2 of 5: columns/],
    [
      "sending",
      "EnterpriseUsers.provision",
      "create 3",
      /The import stopped\. [^]*Import\s+the\s+file\s+again\s+to\s+go\s+on\./
    ]
  ])("leads to the log-in form where the session ends in %s, and back", async (_, operation, key, seen) => {
    const { control, press, see, seeNo } = start({ loggedOut: true })
    const logIn = () => press("correct-horse", "enter")
    await see("Log in")
    await press("ada@example.com", "enter")
    await logIn()
    await see("Users 1 of 4")
    await press("i")
    await see("step 1 of 5: file")
    await press(file(mixed), "enter")
    await see("step 2 of 5: columns", "Enter goes on")
    if (key !== "enter") {
      await press("enter")
      await see("step 3 of 5: dry run", "3 to create")
      await press("enter")
      await see("Type create 3 to begin.")
      await press(key)
    }
    const fails = (operation: string, does: object) =>
      control("/faults", { method: "POST", body: JSON.stringify({ operations: [operation], does }) })
    await fails("Auth.refresh", { kind: "status", status: 401 })
    await fails(operation, { kind: "expired" })
    await press("enter")
    await see("Log in with a password", "The session has ended:", "ada@example.com")
    await control("/faults", { method: "DELETE" })
    await logIn()
    await see(seen)
    await seeNo("Log in with", "◌")
  })

  test("names keys and what they change, and refuses a second key that goes with no first", async () => {
    const { press, see, wire } = await opened(file(mixed))
    await see("Users who exist are skipped (u names them as the file does)", "m sends no mails")
    const before = wire.requests.length
    await press("g", "u")
    await see("gu does nothing here")
    expect(wire.requests).toHaveLength(before)
    await see("Users who exist are skipped (u")
    await press("u")
    await see("Users who exist are named as the file does (u skips them)")
    await press("g", "g")
    await see("1 of 3")
  })

  test("is undone later, by its results", async () => {
    const path = file(mixed)
    const { changes, press, see, seeNo } = await opened(path)
    await press("enter", "create 3", "enter")
    await see("step 5 of 5: result")
    await press("esc")
    await see("Users 1 of 6", "import the file again, and press z")
    await press("i", path, "enter")
    await see("Enter goes on")
    await press("enter")
    await see("step 3 of 5: dry run", "z deactivates the 2 users that this import created")
    await press("z")
    await see("Type deactivate 2 to begin.")
    await press("esc")
    await see("step 3 of 5: dry run")
    const before = changes().length
    await press("z", "deactivate 2", "enter")
    await see("step 5 of 5: result", "2 deactivated.")
    expect(changes()).toHaveLength(before + 2)
    await press("esc")
    await seeNo("press z")
  })

  test("says in keys and words what to do about results that cannot be used", async () => {
    const path = file(mixed)
    writeFileSync(`${path}.results.ndjson`, "precious\n")
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("i", path, "enter")
    await see("Enter goes on")
    await press("enter")
    await see("does not hold the results of an import", /Move it away, then\s+import again/)
    await seeNo("--")
  })
})
