import { expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { service } from "../../support/service.ts"

/** A service, and settings that log nobody in. */
const served = async () => {
  const { env, requests } = await service(4)
  const { REMOTE_ASSIST_EMAIL: _, REMOTE_ASSIST_PASSWORD: __, ...nobody } = env
  return { env: { ...nobody, REMOTE_ASSIST_REGION: "us" }, requests }
}

const mary = ["--email", "mary@example.com", "--name", "Mary Jackson"]

test("registers an account on both versions without a login, and prints no password", async () => {
  for (const [verb, path] of [
    ["account", "/v1r1/register"],
    ["account-v1", "/v1/register"]
  ] as const) {
    const { env, requests } = await served()
    const ended = await remoteAssist(["register", verb, ...mary, "--yes"], { env, input: "s3cret-words\n" })
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^mary@example\.com is registered/) })
    expect(ended.stdout + ended.stderr).not.toContain("s3cret-words")
    expect(requests).toEqual([`POST ${path}`])
  }
})

test("rejects an invalid account without a request", async () => {
  const { env, requests } = await served()
  const register = (...words: ReadonlyArray<string>) => remoteAssist(["register", ...words], { env })
  expect(await register("account", "--email", "mary", "--name", "Mary")).toMatchObject({
    code: 1,
    stderr: "--email has no @.\n"
  })
  expect(await register("account", "--email", "mary@example.com")).toMatchObject({
    code: 1,
    stderr: "--name is missing.\n"
  })
  expect(await register("account", ...mary, "--yes")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The password is missing.")
  })
  expect(await register("resend", "--email", "")).toMatchObject({ code: 1, stderr: "--email is empty.\n" })
  expect(requests).toEqual([])
})

test("prints the answer of a confirmation without its token", async () => {
  const { env } = await served()
  const input = "confirm-demo-new\n"
  const ended = await remoteAssist(["register", "confirm", "--json"], { env, input })
  expect(ended).toMatchObject({ code: 0, stderr: "" })
  expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: "done", step: { answer: { status: expect.any(String) } } })
  const again = await remoteAssist(["register", "confirm"], { env, input })
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /refused to confirm an account: .* Check the token, or have the confirmation sent again\.\n$/
    )
  })
  const other = await remoteAssist(["register", "confirm-email"], { env, input: "wrong\n" })
  expect(other.stderr).toMatch(/\. Check the token, or change the address again, for another e-mail\.\n$/)
  expect(ended.stdout + again.stderr).not.toContain("confirm-demo-new")
})
