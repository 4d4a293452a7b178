import { writeFileSync } from "node:fs"
import { dirname } from "node:path"

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, onTestFinished, test, vi } from "vitest"

import { file, opened, opening } from "../../support/imported.ts"
import { json } from "../../support/wire.ts"

type Opened = Awaited<ReturnType<typeof opened>>

const twelve = (mail: string) =>
  `Full Name,E-Mail,Mail\n${Array.from({ length: 12 }, (_, at) => `H ${at},h${at}@plant.example,${mail}\n`).join("")}`

/** Begins to send twelve rows, and stops when four are under way; back at the list of users. */
const stopped = async ({ changes, press, see, wire }: Opened) => {
  const gate = Deferred.makeUnsafe<void>()
  wire.disturb = (line, pass) => (line.startsWith("POST") ? Effect.andThen(Deferred.await(gate), pass) : pass)
  await press("enter", "create 12", "enter")
  await expect.poll(() => changes().length, { timeout: 15_000 }).toBe(4)
  await press("esc")
  await see("Finishing the rows that are under way")
  Deferred.doneUnsafe(gate, Effect.void)
  await see("step 5 of 5: result", "4 created", "8 still to do")
  wire.disturb = undefined
  await press("esc")
  await see("Users 1 of 8")
}

/** To whom of the file welcome e-mails went. */
const mailed = async ({ control }: Opened) => (await (await control("/outbox")).text()).match(/h\d+@plant\.example/g)

describe("whom an undo is about", () => {
  test("is told by what is known of each, after lost answers and after they were looked up", async () => {
    const path = file(twelve("no"))
    const program = await opened(path)
    const { press, see, wire } = program
    let posts = 0
    const isPost = (line: string) => line.startsWith("POST") && line.includes("/users")
    wire.disturb = (line, pass, request) => {
      if (isPost(line) && ++posts <= 3) return pass
      if (isPost(line) && posts === 4) return Effect.andThen(pass, json(request, 500, "lost"))
      return isPost(line) || line.includes("filter=") ? json(request, 500, "lost") : pass
    }
    await press("enter", "create 12", "enter")
    await expect.poll(() => wire.requests.filter((line) => line.includes("filter=")).length).toBeGreaterThan(3)
    await press("esc")
    await see("step 5 of 5: result", "3 created, 9 still to do")
    await see(/the 3 users that this import created, and 4\s+that\s+it\s+may\s+have\s+created/)
    wire.disturb = undefined
    await press("esc")
    await opening(program, path)
    await see("4 created before", /the 4 users that this import created, and 3\s+that\s+it\s+may\s+have\s+created/)
    await press("z")
    await see(/Type\s+deactivate 7 to begin/)
    await press("deactivate 7", "enter")
    await see("4 deactivated, 3 never created.")
  })
})

describe("an import that goes on", () => {
  test("sends no welcome e-mails where none were to go out", async () => {
    const path = file(twelve("yes"))
    const program = await opened(path)
    const { press, see } = program
    await see("12 welcome e-mails would be sent")
    await press("m")
    await see("0 welcome e-mails would be sent")
    await stopped(program)
    await opening(program, path)
    await see("8 to create, 4 created before", "0 welcome e-mails would be sent", "No welcome e-mails (m sends them)")
    await press("enter", "create 8", "enter")
    await see("step 5 of 5: result", "8 created, 4 created before")
    expect(await mailed(program)).toBeNull()
  })

  test("sends them where that is chosen then", async () => {
    const path = file(twelve("yes"))
    const program = await opened(path)
    const { press, see } = program
    await press("m")
    await stopped(program)
    await opening(program, path)
    await press("m")
    await see("8 welcome e-mails would be sent")
    await press("enter", "create 8", "enter")
    await see("step 5 of 5: result", "8 created, 4 created before")
    expect(await mailed(program)).toHaveLength(8)
  })

  test("takes rows as they were edited", async () => {
    const path = file(twelve("no").replace("h1@plant.example", "h1.example"))
    const program = await opened(path)
    const { changes, press, see, wire } = program
    await press("e")
    await see("Edit line 3")
    await press("tab", "ctrl+u", "h1@plant.example", "enter")
    await see("12 to create", "1 edited here")
    await press("a", "g", "g", "s")
    await see("11 to create", "2 edited here")
    await press("s", "G", "s")
    await see("11 to create", "2 edited here")
    const gate = Deferred.makeUnsafe<void>()
    wire.disturb = (line, pass) => (line.startsWith("POST") ? Effect.andThen(Deferred.await(gate), pass) : pass)
    await press("enter", "create 11", "enter")
    await expect.poll(() => changes().length, { timeout: 15_000 }).toBe(4)
    await press("esc")
    await see("Finishing the rows that are under way")
    Deferred.doneUnsafe(gate, Effect.void)
    await see("step 5 of 5: result", "4 created")
    wire.disturb = undefined
    await press("esc")
    await opening(program, path)
    await see("7 to create, 4 created before, 1 cannot be sent", "2 edited here", "left out here")
    await press("enter", "create 7", "enter")
    await see("step 5 of 5: result", "7 created, 4 created before, 1 left out")
  })

  test("says which edits are of rows that the file has not any more", async () => {
    const path = file(twelve("no"))
    const program = await opened(path, { columns: 200 })
    const { press, see } = program
    await press("a", "g", "g", "e")
    await see("Edit line 2")
    await press("tab", "ctrl+u", "other@plant.example", "enter")
    await see("1 edited here")
    await press("j", "s", "j", "s")
    await see("10 to create", "3 edited here")
    await press("enter", "create 10", "enter")
    await see("step 5 of 5: result", "10 created")
    await press("esc")
    writeFileSync(path, twelve("no").replace("H 0,", "Hanna,").replace("H 2,", "Hedy,"))
    await opening(program, path)
    await see(
      "The file has changed: 2 edits made when this import was begun fit no row any more: line 2 (other@plant.example), line 4 (left out).",
      "1 edited here"
    )
  })

  test("does with who exists as was chosen", async () => {
    const path = file(`${twelve("no")}Edsger Dijkstra,edsger@example.com,no\n`)
    const program = await opened(path)
    const { press, see } = program
    await press("u", "r")
    await see("Users who exist are named as the file does", ", and reactivated")
    await press("enter", "create 12", "enter")
    await see("step 5 of 5: result", "12 created")
    await press("esc")
    await opening(program, path)
    await see("Users who exist are named as the file does", ", and reactivated")
  })

  test("takes the columns that were typed", async () => {
    const path = file(twelve("yes").replace("Mail\n", "Asked\n"))
    const program = await opened(path, {}, "mail=Asked")
    await stopped(program)
    const { press, see } = program
    await press("i", path, "enter")
    await see("step 2 of 5: columns", "12 rows, columns by mail=Asked", /mail +Asked/)
    await press("enter")
    await see("8 to create, 4 created before")
  })
})

describe("a row that is edited", () => {
  test("has its address looked up, and no other", async () => {
    const program = await opened(file(twelve("no").replace("h1@plant.example", "h1.example")))
    const { press, see, wire } = program
    const isLookUp = (line: string) => line.startsWith("GET") && line.includes("/users")
    const lookUps = () => wire.requests.filter(isLookUp).length
    const before = lookUps()
    await press("e")
    await see("Edit line 3")
    await press("ctrl+u", "Hal", "tab", "ctrl+u", "h1@plant.example", "enter")
    await see("1 edited here", "12 to create")
    await press("a")
    const once = lookUps()
    expect(once).toBeGreaterThan(before)
    await press("g", "g", "j")
    await see("2 of 12", "Hal")
    await press("e")
    await see("Edit line 3")
    await press("ctrl+u", "Hugo", "enter")
    await see("2 of 12", "Hugo")
    expect(lookUps()).toBe(once)
  })
})

describe("a dry run on a small screen", () => {
  test("has the mails, why a row cannot be sent, and the keys for both", async () => {
    const text =
      twelve("yes").replace("h1@", "h1.") +
      "Grace,grace@example.com,\nEdsger,edsger@example.com,\nR,r.example,\n,,\n,x@plant.example,maybe\n"
    const { see } = await opened(file(text), { columns: 60, rows: 15 })
    await see(
      "11 welcome e-mails would be sent.",
      "WHY",
      "no @ in the",
      "Users who exist are skipped",
      "⏎ begin",
      "e edit",
      "s skip or not",
      "m mails or not",
      "Esc leave"
    )
  })
})

describe("the path of a file", () => {
  test("may begin with ~, the home folder", async () => {
    const path = file(twelve("no"))
    vi.stubEnv("HOME", dirname(path))
    onTestFinished(() => void vi.unstubAllEnvs())
    const { see } = await opened("~/new-hires.csv")
    await see("12 to create")
  })
})

describe("an import that is left", () => {
  test("has its path there when the next is begun, and one that is over has not", async () => {
    const path = file(twelve("no"))
    const { press, see, seeNo } = await opened(path)
    await press("esc")
    await see("Users 1 of 4")
    await press("i")
    await see("step 1 of 5: file", path)
    await press("enter")
    await see("Enter goes on")
    await press("enter")
    await see("12 to create")
    await press("enter", "create 12", "enter")
    await see("12 created.")
    await press("esc", "i")
    await see("step 1 of 5: file")
    await seeNo(path)
  })
})
