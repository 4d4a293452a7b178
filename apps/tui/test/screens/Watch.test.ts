import * as Effect from "effect/Effect"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Schema from "effect/Schema"
import { describe, expect, test } from "vitest"

import { listen } from "../support/speech.ts"
import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

type Program = ReturnType<typeof start>
const Row = Schema.Record(Schema.String, Schema.Unknown)
type Row = typeof Row.Type

const Page = Schema.StructWithRest(Schema.Struct({ entries: Schema.Array(Row), total_entries: Schema.Finite }), [
  Schema.Record(Schema.String, Schema.Unknown)
])
const decode = Schema.decodeUnknownSync(Page)

const at = "2026-03-02T10:00:00Z"

const isList = (line: string) => /^GET .*\/users\?/.test(line)

const readCount = ({ wire }: Program) => wire.requests.filter(isList).length

/** From now on the service has other rows. */
const becomes = (program: Pick<Program, "wire">, change: (rows: ReadonlyArray<Row>) => ReadonlyArray<Row>) => {
  program.wire.disturb = (line, pass, request) =>
    isList(line)
      ? Effect.flatMap(pass, (answer) =>
          Effect.map(answer.json, (body) => {
            const page = decode(body)
            const entries = change(page.entries)
            const total_entries = page.total_entries + entries.length - page.entries.length
            return HttpClientResponse.fromWeb(request, Response.json({ ...page, entries, total_entries }))
          })
        ).pipe(Effect.orDie)
      : pass
}

const fails = (program: Program, status: number) => {
  program.wire.disturb = (line, pass, request) =>
    isList(line) ? Wire.json(request, status, { code: 1, message: "no", name: "generic" }) : pass
}

const renamed = (from: string, more: Row) => (rows: ReadonlyArray<Row>) =>
  rows.map((row) => (row["email"] === from ? { ...row, ...more } : row))

const watched = async (options: Parameters<typeof start>[0] = {}, ...keys: ReadonlyArray<string>) => {
  const program = start({ at, ...options })
  await program.see("Users 1 of", "● live")
  await program.press(...keys, "w")
  await program.see("watching every")
  return program
}

describe("watching", () => {
  test("reads every five seconds, marks changed cells, and keeps the selection", async () => {
    const program = await watched({}, "j", "j")
    await program.see("watching every 5 s", "Watching the users, every 5 s. w or Esc ends it.")
    const before = readCount(program)
    becomes(program, (rows) => [
      { ...rows[0], id: 999, email: "mary@example.com", name: "Mary" },
      ...renamed("grace@example.com", { active: false })(rows)
    ])
    await program.advance("4 seconds")
    expect(readCount(program)).toBe(before)
    await program.advance("1 second")
    await program.see(
      "Users 4 of 5",
      /❯ {2}● active +Linus/,
      /^ {2}\+● active +Mary/m,
      "•○ inactive",
      "1 changed, 1 new at"
    )
    expect(readCount(program)).toBe(before + 1)
    becomes(program, (rows) => rows.filter(({ email }) => email !== "edsger@example.com"))
    await program.advance("5 seconds")
    await program.see("Users 3 of 3", "gone at")
  })

  test("takes seconds as a count or as an argument", async () => {
    const program = await watched({}, "3", "0")
    await program.see("watching every 30 s")
    await program.press(":", "watch 10s", "enter")
    await program.see("watching every 10 s")
    const before = readCount(program)
    await program.advance("10 seconds")
    await expect.poll(() => readCount(program)).toBe(before + 1)
    for (const [line, notice] of [
      ["watch 0s", "from 1 to 3,600 seconds"],
      ["watch soon", "watch takes seconds"]
    ] as const) {
      await program.press(":", line, "enter")
      await program.see(notice)
      await program.press("esc")
    }
    await program.press(":", "watch off", "enter")
    await program.see("No longer watching the users.", "● live")
  })

  test.each(["w", "esc"])("ends with %s, and reads no more", async (key) => {
    const program = await watched()
    // the first takes the hint off the screen
    await program.press(...(key === "esc" ? ["j", "esc"] : [key]))
    await program.see("No longer watching the users.")
    const before = readCount(program)
    await program.advance("30 seconds")
    expect(readCount(program)).toBe(before)
  })

  test("ends when another screen is shown", async () => {
    const program = await watched()
    await program.press("g", "p")
    await program.see("Pods 1 of", "No longer watching the users.")
    const before = program.wire.requests.length
    await program.advance("20 seconds")
    expect(program.wire.requests.length).toBe(before)
  })

  test("does not read while an answer is pending or the rows are hidden", async () => {
    const program = await watched()
    program.wire.disturb = (line, pass) => (isList(line) ? Effect.never : pass)
    const before = readCount(program)
    await program.advance("5 seconds")
    await expect.poll(() => readCount(program)).toBe(before + 1)
    await program.advance("5 seconds")
    await program.advance("5 seconds")
    expect(readCount(program)).toBe(before + 1)
  })

  test.each([
    ["the help", ["?"], "Help"],
    ["an import", ["i"], "Import, step 1 of"],
    ["the log-in form", [":", "login password", "enter"], "cancel"]
  ])("does not ask while %s hides the rows", async (_, keys, seen) => {
    const program = await watched()
    const before = readCount(program)
    await program.press(...keys)
    await program.see(seen)
    await program.advance("10 seconds")
    expect(readCount(program)).toBe(before)
    await program.press("esc")
    await program.see("Users 1 of 4")
    await program.advance("5 seconds")
    await expect.poll(() => readCount(program)).toBe(before + 1)
  })

  test("shows when it read the rows last, and goes on after a refresh that failed", async () => {
    const program = await watched()
    await program.advance("5 seconds")
    await program.see("● read 10:00:05, watching every 5 s")
    fails(program, 400)
    await program.press("R")
    await program.see("✗ The service refused to list", "● read 10:00:05")
    program.wire.disturb = undefined
    await program.advance("5 seconds")
    await program.see("● read 10:00:10, watching every 5 s")
    await program.seeNo("✗ The service refused")
  })

  test("keeps the rows and retries with a growing delay without a connection", async () => {
    const program = await watched()
    const noConnection: Program["wire"]["disturb"] = (line, pass, request) =>
      isList(line) ? Wire.noConnection(request) : pass
    program.wire.disturb = noConnection
    await program.advance("5 seconds")
    // the SDK itself tries again before that
    for (let second = 0; second < 5; second++) await program.advance("1 second")
    await program.see("✗ watching, no connection, next try", "grace@example.com")
    program.wire.disturb = undefined
    await program.advance("60 seconds")
    await program.see("watching every 5 s")
  })

  test.each([
    [429, "too many requests"],
    [503, "answered 503"]
  ])("asks later where the service answers %i, and says so", async (status, why) => {
    const program = await watched()
    fails(program, status)
    await program.advance("5 seconds")
    for (let second = 0; second < 8; second++) await program.advance("1 second")
    await program.see(`✗ watching, ${why}, next try`, "grace@example.com")
    program.wire.disturb = undefined
    await program.advance("60 seconds")
    await program.see("watching every 5 s")
  })

  test("ends when the service rejects a request, and shows why until Esc", async () => {
    const program = await watched()
    fails(program, 400)
    await program.advance("5 seconds")
    await program.see("Watching the users has ended: The service refused")
    await program.press("j")
    await program.see("Watching the users has ended", "Users 2 of 4")
  })

  test("ends with the session, and shows so", async () => {
    const program = await watched({ loggedOut: false })
    program.wire.disturb = (line, pass, request) =>
      isList(line) || line.startsWith("POST") ? Wire.json(request, 401, { code: 1000, message: "Invalid token" }) : pass
    await program.advance("5 seconds")
    await program.see("Watching the users has ended")
  })

  test("keeps the mark of a row that was changed here, without a difference", async () => {
    const program = await watched({}, "j")
    await program.press("d")
    await program.see("○ inactive ✱", "is deactivated")
    const before = readCount(program)
    await program.advance("5 seconds")
    await expect.poll(() => readCount(program)).toBe(before + 1)
    await program.see("○ inactive ✱", "1 user changed here")
    await program.seeNo(" changed at")
  })

  test("keeps a change that was made during a read", async () => {
    const program = await watched({}, "j")
    let answer: (() => void) | undefined
    program.wire.disturb = (line, pass) =>
      isList(line)
        ? Effect.flatMap(pass, (answered) =>
            Effect.callback((resume) => {
              answer = () => resume(Effect.succeed(answered))
            })
          )
        : pass
    await program.advance("5 seconds")
    await expect.poll(() => answer !== undefined).toBe(true)
    await program.press("d")
    await program.see("○ inactive ✱", "is deactivated")
    answer?.()
    await program.press("j")
    await program.see("Users 3 of 4", "○ inactive ✱")
  })

  test("ends if too many rows are sorted to read them each time", async () => {
    const { advance, see } = await watched({ users: 1200 }, "s", "e-mail", "enter", "L")
    await see("all 1,200 loaded", "watching every")
    await advance("5 seconds")
    await see("Watching the users has ended:", "more than 10 pages are sorted or searched", "Filter them.")
  })

  test("watches sorted rows in their order", async () => {
    const program = await watched({}, "s", "enter")
    await program.see("sorted by")
    becomes(program, renamed("grace@example.com", { role_name: "Boss" }))
    await program.advance("5 seconds")
    await program.see(/^ {2}•● active +Grace/m, "1 changed at", "sorted by")
  })

  test("announces changes in a sentence for a screen reader", async () => {
    const { advance, hear, press, spokenText, wire } = listen({ at })
    await hear("row 1 of 4")
    await press("w")
    await hear("Watching the users, every 5 s. w or Esc ends it.")
    const heard = spokenText().length
    becomes({ wire }, renamed("grace@example.com", { active: false }))
    await advance("5 seconds")
    await hear("grace@example.com, state inactive\n")
    expect(spokenText().slice(heard).trim().split("\n")).toEqual(["grace@example.com, state inactive"])
  })
})
