import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { file, folder, mixed, opened } from "../../support/imported.ts"
import { start } from "../../support/start.ts"
import { json } from "../../support/wire.ts"
import { holding, three } from "./held.ts"

describe("a look-up that is stopped", () => {
  test("gives an edited row back as it was typed, and nothing of it is sent unless it is looked up", async () => {
    const { changes, press, see, seeNo, wire } = await opened(file(mixed))
    holding(wire, "GET")
    await press("j", "e")
    await see("Edit line 4")
    await press("tab", "ctrl+u", "mira@plant.example", "enter")
    await see("Looking up who exists")
    await press("esc")
    await see("Edit line 4", "mira@plant.example")
    await press("esc")
    await see("step 3 of 5: dry run", "3 to create, 1 exist already, 1 cannot be sent")
    await seeNo("1 edited here")
    wire.disturb = undefined
    await press("enter", "create 3", "enter")
    await see("step 5 of 5: result", "1 left out")
    expect(changes()).toHaveLength(3)
  })

  test("leaves undone what it was for: names are not updated", async () => {
    const { changes, press, see, wire } = await opened(file(mixed))
    holding(wire, "GET")
    await press("u")
    await see("Looking up who exists")
    await press("esc")
    await see("Users who exist are skipped (u")
    wire.disturb = undefined
    await press("enter", "create 3", "enter")
    await see("step 5 of 5: result", "1 existed already")
    expect(changes().filter((line) => line.startsWith("PUT"))).toEqual([])
  })

  test("keeps what is typed where it fails", async () => {
    const { press, see, wire } = await opened(file(mixed))
    wire.disturb = (line, pass, request) =>
      line.startsWith("GET") && line.includes("/users") ? json(request, 418, "teapot") : pass
    await press("j", "e")
    await see("Edit line 4")
    await press("tab", "ctrl+u", "mira@plant.example", "enter")
    await see("Edit line 4", "mira@plant.example", "✗ The service answered 418")
    wire.disturb = undefined
    await press("enter")
    await see("4 to create", "1 edited here")
  })
})

describe("an import under way", () => {
  test("says what to do before one quits", async () => {
    const { press, see, wire } = await opened(file(mixed))
    const letGo = holding(wire, "POST")
    await press("enter", "create 3", "enter")
    await see("step 4 of 5")
    await press("q")
    await see("The import is under way: Esc stops it, and then one can quit.")
    letGo()
    await see("step 5 of 5: result")
  })
})

describe("a file that is being read", () => {
  test("can be left, and comes to nothing in the import after it", async () => {
    const slow = join(folder(), "slow.csv")
    execFileSync("mkfifo", [slow])
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("i", slow, "enter")
    await see("Reading", "slow.csv")
    await press("esc")
    await see("step 1 of 5: file", "Nothing is sent yet.", slow)
    await press("esc", "i")
    await see(slow)
    await press("ctrl+u")
    await seeNo("slow.csv")
    writeFileSync(slow, three)
    await press("j", "enter")
    await see("✗ Cannot read j")
    await seeNo("step 2 of 5")
  })
})

describe("an answer that is lost", () => {
  test("leaves it open who was created where the look-up fails as well, so that an undo finds them", async () => {
    const { press, see, wire } = await opened(file("Full Name,E-Mail\nA,a@plant.example\n"))
    let [posts, lookUps] = [0, 0]
    wire.disturb = (line, pass, request) => {
      if (line.startsWith("POST") && line.includes("/users"))
        return ++posts === 1 ? Effect.andThen(pass, json(request, 500, "lost")) : pass
      if (!line.includes("filter=")) return pass
      const nobody = { page: 1, page_size: 20, total_pages: 0, total_entries: 0, entries: [] }
      return ++lookUps === 1 ? json(request, 200, nobody) : json(request, 418, "teapot")
    }
    await press("enter", "create 1", "enter")
    await see("step 5 of 5: result", "1 without an answer.", "z deactivates the 1 user")
    expect(posts).toBe(2)
    wire.disturb = undefined
    await press("z", "deactivate 1", "enter")
    await see("1 deactivated.")
  })
})

describe("an address that is taken", () => {
  test("is not taken for created where the session ends before it is looked up", async () => {
    const path = file("Full Name,E-Mail\nA,a@plant.example\n")
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

describe("an undo", () => {
  test("finishes what is under way where it is stopped, and goes on later", async () => {
    const many = Array.from({ length: 12 }, (_, at) => `H ${at},h${at}@plant.example\n`).join("")
    const { changes, press, see, seeNo, wire } = await opened(file(`Full Name,E-Mail\n${many}`))
    await press("enter", "create 12", "enter")
    await see("step 5 of 5: result", "12 created.")
    const release = holding(wire, "PUT")
    const before = changes().length
    await press("z", "deactivate 12", "enter")
    await see("step 4 of 5: send")
    await expect.poll(() => changes().length - before).toBe(4)
    await seeNo("There was nothing to do.")
    await press("esc")
    await see("Finishing the rows that are under way")
    release()
    await see("step 5 of 5: result", "4 deactivated", "It was stopped.")
    expect(changes()).toHaveLength(before + 4)
    await press("z", "deactivate 8", "enter")
    await see("8 deactivated.")
  })
})
