import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll, assert, beforeAll, describe, it } from "vitest"

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

const rounds = 3

const writers = 4

const mostAnswers = 60

const some = (most: number) => Math.ceil(Math.random() * most)

const headers = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }

const started = async (file: string) => {
  const child = spawn(process.execPath, [main, "--port", "0", "--state", file])
  let text = ""
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    text += String(chunk)
    const url = /US +(http:\S+)/.exec(text)?.[1]
    if (url !== undefined) return { child, url }
  }
  throw new Error(`the emulator ended after: ${text}`)
}

const tokenFrom = async (url: string): Promise<string> => {
  const body = JSON.stringify({ email: "ada@example.com", password: "correct-horse" })
  const answer = await fetch(`${url}/api/v1r1/auth`, { method: "POST", headers, body })
  return ((await answer.json()) as { readonly token: string }).token
}

/** Creates users one after another until the emulator is gone, and tells of those whose creation was answered. */
const write = async (url: string, authorization: string, name: string, heard: (email: string) => void) => {
  for (let count = 0; ; count++) {
    const email = `${name}.${count}@example.org`
    const body = JSON.stringify({ email, send_email: count % 2 === 0 })
    const sent = { method: "POST", headers: { ...headers, authorization }, body }
    const answer = await fetch(`${url}/api/v1r1/enterprise/users`, sent).catch(() => undefined)
    if (answer === undefined) return
    assert.strictEqual(answer.status, 200)
    heard(email)
  }
}

describe("a state file of an emulator that is killed", () => {
  let folder = ""

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "killed-"))
  })

  afterAll(() => rm(folder, { recursive: true }))

  it("is whole at any moment, and holds every change that was answered", { timeout: 60_000 }, async () => {
    const file = join(folder, "state.json")
    const answered: Array<string> = []
    for (let round = 0; round < rounds; round++) {
      const { child, url } = await started(file)
      const token = await tokenFrom(url)
      const killed = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))
      let left = some(mostAnswers)
      const heard = (email: string) => {
        answered.push(email)
        if (--left === 0) setTimeout(() => child.kill("SIGKILL"), some(20))
      }
      const writing = Array.from({ length: writers }, (_, writer) => write(url, token, `r${round}w${writer}`, heard))
      assert.strictEqual(await killed, "SIGKILL")
      await Promise.all(writing)
      const { tenants } = JSON.parse(await readFile(file, "utf8"))
      const kept: ReadonlyArray<string> = tenants.default.us.users.rows.map((row: any) => row.entry.email)
      assert.includeMembers([...kept], answered)
    }
  })
})
