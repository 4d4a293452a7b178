import { describe, expect, test } from "vitest"

import { shell } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

const commands = [
  ["a log-in", "echo correct-horse | $RA login --email ada@example.com"],
  ["a log-out", "$RA logout"],
  ["a profile", "$RA profiles set live-eu --region us --base-url http://127.0.0.1:9/us"]
] as const

describe.each(commands)("%s with an output that cannot be written", (_, line) => {
  test("is done, and exits with 5", async () => {
    const [{ env }, own] = await Promise.all([service(4), home()])
    const ended = await shell(`${line} > /dev/full`, { env: { ...env, ...own.env, REMOTE_ASSIST_REGION: "us" } })
    expect(ended).toMatchObject({
      code: 5,
      stderr: "Cannot write the output: the disk is full. Free some space on it. The changes are done.\n"
    })
  })
})

test("an output error is JSON with --json", async () => {
  const [{ env }, own] = await Promise.all([service(4), home()])
  const line = "$RA logout --json > /dev/full"
  const ended = await shell(line, { env: { ...env, ...own.env, REMOTE_ASSIST_REGION: "us" } })
  expect(JSON.parse(ended.stderr)).toEqual({
    error: {
      code: 5,
      kind: "partly",
      message: "Cannot write the output: the disk is full. Free some space on it. The changes are done."
    }
  })
  expect(ended.code).toBe(5)
})

test("a change without a reader is done, and exits with 5", async () => {
  const { env } = await service(4)
  // the reader is gone before anything is written
  const line = "{ $RA users deactivate 102; echo $? >&2; } | true"
  const { stderr } = await shell(line, { env: { ...env, REMOTE_ASSIST_REGION: "us" } })
  expect(stderr).toBe("Cannot write the output: its reader has exited. The changes are done.\n5\n")
})

test.each(["users list", "session show --json"])("a read command without an output exits with 1: %s", async (words) => {
  const { env } = await service(4)
  const options = { env: { ...env, REMOTE_ASSIST_REGION: "us" } }
  const full = await shell(`$RA ${words} > /dev/full`, options)
  const message = words.endsWith("--json") ? JSON.parse(full.stderr) : full.stderr
  expect(message).toEqual(
    words.endsWith("--json")
      ? {
          error: {
            code: 1,
            kind: "usage",
            message: "Cannot write the output: the disk is full. Free some space on it."
          }
        }
      : "Cannot write the output: the disk is full. Free some space on it.\n"
  )
  expect(full.code).toBe(1)
  expect(await shell(`set -o pipefail; $RA ${words} | true`, options)).toMatchObject({ code: 0, stderr: "" })
})
