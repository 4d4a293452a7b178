import { spawn } from "node:child_process"
import { statSync, watch } from "node:fs"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

import { emailsIn } from "../support/kept.ts"

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

const rounds = 6

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
const write = async (url: string, authorization: string, name: string, heard: (email: string) => void, more = {}) => {
  for (let count = 0; ; count++) {
    const email = `${name}.${count}@example.org`
    const body = JSON.stringify({ email, send_email: count % 2 === 0, ...more })
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
      assert.includeMembers(await Effect.runPromise(emailsIn(file)), answered)
    }
  })

  it("is whole while its log is compacted, and after", { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round++) {
      const file = join(folder, `compacted.${round}.json`)
      const answered: Array<string> = []
      const { child, url } = await started(file)
      const token = await tokenFrom(url)
      const killed = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))
      // the first sign of a new snapshot
      const isSign = (name: string | null) =>
        name?.endsWith(".draft") === true && (statSync(`${file}.log`, { throwIfNoEntry: false })?.size ?? 0) > 2 ** 20
      const watcher = watch(folder, (_, name) => {
        if (isSign(name)) setTimeout(() => child.kill("SIGKILL"), round * 5)
      })
      const long = { name: "x".repeat(500) }
      const heard = (email: string) => answered.push(email)
      const writing = Array.from({ length: writers }, (_, writer) => write(url, token, `w${writer}`, heard, long))
      assert.strictEqual(await killed, "SIGKILL")
      watcher.close()
      await Promise.all(writing)
      assert.isAbove(answered.length, 100)
      assert.includeMembers(await Effect.runPromise(emailsIn(file)), answered)
      const again = await started(file)
      const ended = new Promise((resolve) => again.child.once("exit", resolve))
      again.child.kill("SIGTERM")
      await ended
      assert.deepStrictEqual(
        (await readdir(folder)).filter((name) => name.startsWith(basename(file))),
        [basename(file)]
      )
      assert.includeMembers(await Effect.runPromise(emailsIn(file)), answered)
    }
  })
})
