import { existsSync, statSync } from "node:fs"

import * as Effect from "effect/Effect"
import { expect, test } from "vitest"

import * as Random from "../random/Random.ts"
import { hires, served } from "./served.ts"

// tooling/bench/killedImport.ts does the same with 10,000, and measures the time
const count = 400

const until = async (is: () => boolean) => {
  while (!is()) await new Promise((done) => setTimeout(done, 5))
}

test("creates each user once, though it is killed three times and answers are lost", async () => {
  const { faults, entries, provisions, results, run, start, users, write } = await served({
    journal: 10_000
  })
  await write(hires(count))
  const operations = ["EnterpriseUsers.provision"] as const
  const fault = (payload: object) =>
    Effect.runPromise(faults.make({ payload: { operations, when: { probability: 0.01 }, ...payload } }))
  await fault({ does: { kind: "status", status: 503 } })
  await fault({ does: { kind: "reset" }, after: true })
  await fault({ does: { kind: "status", status: 502 }, after: true })

  const random = Random.make(7)
  const size = () => (existsSync(results) ? statSync(results).size : 0)
  for (let times = 0; times < 3; times++) {
    const enough = size() + random.between(1, 20_000)
    const { child, ended } = start("--yes", "--json")
    const end = ended()
    await until(() => size() > enough)
    child.kill("SIGKILL")
    expect(await end).toMatchObject({ signal: "SIGKILL" })
  }
  const ended = await run("--yes", "--json")
  expect(ended).toMatchObject({ code: 0, stderr: "" })
  expect(ended.stdout.trim().split("\n")).toHaveLength(count)

  const created = (await users()).filter(({ email }) => email.endsWith("@plant.example"))
  expect(created).toHaveLength(count)
  expect(new Set(created.map(({ email }) => email)).size).toBe(count)
  const sent = await provisions()
  expect(sent.filter(({ changed }) => changed)).toHaveLength(count)
  // nobody was sent again who was there already
  expect(sent.filter(({ status }) => status === 400)).toEqual([])
  expect((await entries()).filter(({ state }) => state === "created")).toHaveLength(count)
}, 120_000)
