import { readFile } from "node:fs/promises"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { hires, served } from "../../import/served.ts"
import { remoteAssist, startProgram } from "../../support/command.ts"
import { hasRedis, startRedis } from "../../support/redis.ts"

/** An emulator, a Redis server, and a worker process. */
const fleet = async (users: number) => {
  const service = await served({ users, journal: 10_000 })
  const redis = await startRedis()
  const env = { ...service.env, ...redis }
  const startWorker = async () => {
    const { child, ended } = startProgram(["worker"], { env: redis })
    await new Promise<void>((done) => {
      child.stderr.on("data", (data: Buffer) => {
        if (data.toString().includes("Waiting for requests")) done()
      })
    })
    return { child, end: ended() }
  }
  return { ...service, env, startWorker }
}

const sentBy = (stderr: string) => Number(/The worker sent (\d+) requests?\./.exec(stderr)?.[1])

describe.skipIf(!hasRedis)("commands with --workers redis", () => {
  test("export as without workers, which send their requests", async () => {
    const { env, folder, startWorker } = await fleet(1000)
    const { child, end } = await startWorker()
    const [alone, shared] = [join(folder, "alone.csv"), join(folder, "shared.csv")]
    expect(await remoteAssist(["users", "export", alone], { env })).toMatchObject({ code: 0 })
    const { code, stderr } = await remoteAssist(["users", "export", shared, "--workers", "redis"], { env })
    expect([code, stderr]).toEqual([0, expect.stringMatching(/written to/)])
    expect(await readFile(shared, "utf8")).toBe(await readFile(alone, "utf8"))
    child.kill("SIGINT")
    const ended = await end
    expect(ended.code).toBe(130)
    expect(sentBy(ended.stderr)).toBeGreaterThan(0)
  })

  test("create each user of an import once, though a worker is killed", async () => {
    const { env, file, provisions, startWorker, users, write } = await fleet(10)
    const [first, second] = [await startWorker(), await startWorker()]
    await write(hires(150))
    const importing = remoteAssist(["users", "import", file, "--yes", "--json", "--workers", "redis"], { env })
    while ((await provisions()).length < 30) await new Promise((done) => setTimeout(done, 20))
    first.child.kill("SIGKILL")
    expect(await importing).toMatchObject({ code: 0 })
    const created = (await users()).filter(({ email }) => email.endsWith("@plant.example"))
    expect(new Set(created.map(({ email }) => email)).size).toBe(150)
    expect(created).toHaveLength(150)
    expect((await provisions()).filter(({ changed }) => changed)).toHaveLength(150)
    second.child.kill("SIGTERM")
    expect(sentBy((await second.end).stderr)).toBeGreaterThan(0)
  })

  test("change the users that the standard input names", async () => {
    const { env, users } = await fleet(50)
    const names = (await users("active=true")).filter(({ email }) => email !== env.REMOTE_ASSIST_EMAIL)
    const input = names.map(({ id }) => `${id}\n`).join("")
    const { code, stdout } = await remoteAssist(["users", "deactivate", "-", "--json", "--workers", "redis"], {
      env,
      input
    })
    expect(code).toBe(0)
    expect(stdout.trim().split("\n")).toHaveLength(names.length)
    expect((await users("active=true")).map(({ email }) => email)).toEqual([env.REMOTE_ASSIST_EMAIL])
  })

  test("share one session: the second command does not log in, until somebody logs out", async () => {
    const { env, logIns } = await fleet(10)
    for (const _ of [1, 2]) expect(await remoteAssist(["users", "list"], { env })).toMatchObject({ code: 0 })
    expect(await logIns()).toBe(1)
    expect(await remoteAssist(["logout"], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Logged out ada@example\.com .*The session in Redis is removed/)
    })
    expect(await remoteAssist(["users", "list"], { env })).toMatchObject({ code: 0 })
    expect(await logIns()).toBe(2)
  })

  test("log in again after the service refused the shared session", async () => {
    const { env, faults, logIns } = await fleet(10)
    expect(await remoteAssist(["users", "list"], { env })).toMatchObject({ code: 0 })
    const does = { kind: "status", status: 400, code: 1002, message: "Invalid token" } as const
    const fault = { operations: ["EnterpriseUsers.list"], does, when: { first: 1 } } as const
    await Effect.runPromise(faults.make({ payload: fault }))
    const { code, stderr } = await remoteAssist(["users", "list"], { env })
    expect([code, stderr]).toEqual([3, expect.stringMatching(/The next command logs in again\.\n$/)])
    expect(await remoteAssist(["users", "list"], { env })).toMatchObject({ code: 0 })
    expect(await logIns()).toBe(2)
  })
})

describe("commands without Redis", () => {
  test.each(["0", "101"])("refuse a worker with --concurrency %s", async (concurrency) => {
    expect(await remoteAssist(["worker", "--concurrency", concurrency])).toMatchObject({
      code: 1,
      stderr: "--concurrency is 1 to 100.\n"
    })
  })

  const key = { REMOTE_ASSIST_REDIS_KEY: Buffer.alloc(32, 7).toString("base64") }

  test("say how to set it, for --workers and for a worker", async () => {
    const { env } = await served()
    for (const args of [["users", "export", "--workers", "redis"], ["worker"]])
      expect(await remoteAssist(args, { env })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/needs REMOTE_ASSIST_REDIS_URL\. Set it to the address of Redis\./)
      })
  })

  test("say that it cannot be reached, and which setting that is", async () => {
    const { env } = await served()
    const redis = { ...key, REMOTE_ASSIST_REDIS_URL: "redis://127.0.0.1:1" }
    for (const args of [["users", "list"], ["users", "export", "--workers", "redis"], ["worker"]])
      expect(await remoteAssist(args, { env: { ...env, ...redis } })).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/REMOTE_ASSIST_REDIS_URL.*cannot be reached \(.*ECONNREFUSED/)
      })
  })

  test("refuse workers for a demo, which they cannot reach", async () => {
    expect(await remoteAssist(["users", "export", "--demo", "--workers", "redis"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Leave out --demo or --workers/)
    })
  })
})
