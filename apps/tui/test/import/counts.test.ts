import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { ended } from "../../src/import/told.ts"
import * as Random from "../random/Random.ts"
import { hires, rowsOf, served } from "./served.ts"

const rowKinds: ReadonlyArray<(at: number) => string> = [
  (at) => `Hire ${at},hire${at}@plant.example,User,`,
  (at) => `Hire ${at},hire${at}@plant.example,User,`,
  () => "Grace,grace@example.com,,",
  (at) => `Hire ${at},hire${at}.example,,`,
  (at) => `Hire ${at},hire${at}@plant.example,Chief,`,
  (at) => `Hire ${at},hire${at}@plant.example,,Nite Shift`,
  () => ",,,"
]

const sumOf = (text: string) =>
  Array.from(text.matchAll(/([\d,]+) [a-z]/g), ([, number = ""]) => Number(number.replaceAll(",", ""))).reduce(
    (sum, number) => sum + number,
    0
  )

test("how many rows ended as what adds up to how many there are, however many were reached", () => {
  const random = Random.make(5)
  const states = [
    "created",
    "updated",
    "existed",
    "created before",
    "left out",
    "refused",
    "unknown",
    "unsent",
    "empty"
  ]
  for (let times = 0; times < 500; times++) {
    const counts = new Map(states.map((state) => [state, random.of([0, 0, 1, 7, 2345])]))
    const reached = Array.from(counts.values()).reduce((sum, count) => sum + count, 0)
    const rows = reached + random.of([0, 0, 1, 9999])
    expect(sumOf(ended(counts, rows))).toBe(rows)
  }
})

describe("the counts of an import", () => {
  test.each([1, 2, 3])("add up to its rows, in the dry run, in its result and where it goes on (%i)", async (seed) => {
    const random = Random.make(seed)
    const { run, write } = await served()
    const rows = Array.from({ length: random.between(20, 60) }, (_, at) => random.of(rowKinds)(at))
    await write(`name,email,role,pods\n${rows.join("\n")}\n`)
    const dry = await run("--dry-run")
    const [, said = ""] = /rows: ([^.]*)\./.exec(dry.stdout) ?? []
    expect(sumOf(said.replace("is empty", "are empty"))).toBe(rows.length)
    const done = await run("--yes")
    expect(sumOf(done.stdout.trim().split("\n").at(-1) ?? "")).toBe(rows.length)
    expect(rowsOf((await run("--yes", "--json")).stdout)).toHaveLength(rows.length)
  })

  test("name what is still to do where it stops", async () => {
    const { faults, run, write } = await served()
    await write(hires(30))
    const operations = ["EnterpriseUsers.provision"] as const
    const does = { kind: "status", status: 503 } as const
    await Effect.runPromise(faults.make({ payload: { operations, does } }))
    const { stdout } = await run("--yes")
    expect(stdout).toContain("still to do")
    expect(sumOf(stdout.trim().split("\n").at(-1) ?? "")).toBe(30)
  })
})

describe("the exit code of an import", () => {
  test.each([
    ["5 where all rows are left out", "A,a.example\nB,\n", 5],
    ["0 where all rows are empty", ",\n,\n", 0],
    ["0 where all exist", "Grace,grace@example.com\n", 0]
  ])("is %s, and that of the dry run is the same", async (_, text, code) => {
    const { run, write } = await served()
    await write(`name,email\n${text}`)
    expect(await run("--dry-run")).toMatchObject({ code })
    expect(await run("--yes")).toMatchObject({ code })
  })

  test("is 2 where the service refuses all rows, and 5 where some of them are left out besides", async () => {
    const { run, write } = await served()
    await write("name,email,role\nA,a@plant.example,Chief\n")
    expect(await run("--yes")).toMatchObject({ code: 2 })
    await write("name,email,role\nA,a@plant.example,Chief\nB,b.example,\n")
    expect(await run("--yes")).toMatchObject({ code: 5 })
  })
})
