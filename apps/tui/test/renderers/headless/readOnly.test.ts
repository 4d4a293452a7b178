import { describe, expect, test } from "vitest"

import { mayDo, refusal } from "../../../src/profiles/ReadOnly.ts"
import { resources } from "../../../src/resources/registry.ts"
import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

const given: Readonly<Record<string, ReadonlyArray<string>>> = {
  "users.provision": ["--name", "Mary", "--email", "mary@example.com"],
  "users.update": ["102", "--name", "Rear Admiral"]
}

const changing = resources.flatMap(({ actions, forms = [] }) => [...actions, ...forms])

const argsOf = (name: string) => [...name.split("."), ...(given[name] ?? ["102"])]

const served = async () => {
  const { env, requests } = await service(4)
  const own = await home()
  const live = { region: "us", baseUrl: env.REMOTE_ASSIST_US_URL, readOnly: true }
  await own.write(own.profiles, { profiles: { "live-eu": live } })
  return { env: { ...own.env, ...env, REMOTE_ASSIST_REGION: "us" }, requests }
}

describe.each(changing)("$name", ({ name }) => {
  test("is refused by a profile that is read-only, and sends nothing", async () => {
    const { env, requests } = await served()
    const ended = await remoteAssist([...argsOf(name), "--yes", "--profile", "live-eu"], { env })
    expect(ended).toEqual({
      code: 2,
      signal: null,
      stdout: "",
      stderr: "Nothing was done: the profile live-eu is read-only.\n"
    })
    expect(requests).toEqual([])
  })

  test("can be run dry, and printed for curl, all the same", async () => {
    const { env, requests } = await served()
    const dry = await remoteAssist([...argsOf(name), "--dry-run", "--profile", "live-eu"], { env })
    expect(dry).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Would /) })
    const curl = await remoteAssist([...argsOf(name), "--curl", "--profile", "live-eu"], { env })
    expect(curl).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^curl /) })
    expect(requests).toEqual([])
  })
})

test("a flag and a setting make read-only too, whatever the profile says", async () => {
  const { env, requests } = await served()
  const args = ["users", "deactivate", "102"]
  const byFlag = await remoteAssist([...args, "--read-only", "--json"], { env })
  expect(JSON.parse(byFlag.stderr)).toMatchObject({ error: { code: 2, kind: "refused" } })
  expect(await remoteAssist(args, { env: { ...env, REMOTE_ASSIST_READ_ONLY: "true" } })).toMatchObject({ code: 2 })
  const negated = await remoteAssist([...args, "--no-read-only", "--profile", "live-eu"], { env })
  expect(negated).toMatchObject({ code: 2 })
  expect(requests).toEqual([])
})

test("what is read is not refused", async () => {
  const { env } = await served()
  expect(await remoteAssist(["users", "list", "--profile", "live-eu"], { env })).toMatchObject({ code: 0 })
})

test("the predicate lets only what reads be done", () => {
  const live = { name: "live-eu", readOnly: "the profile live-eu is read-only" }
  expect(["read", "reversible", "mails", "final"].map((effect) => mayDo(live, { effect }))).toEqual([
    true,
    false,
    false,
    false
  ])
  expect(mayDo({ name: "live-eu", readOnly: undefined }, { effect: "final" })).toBe(true)
  expect(refusal(live, { effect: "read" })).toBeUndefined()
})
