import { expect, test } from "vitest"

import { readOnlyMessage } from "../../../src/profiles/Profile.ts"
import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

const served = async () => {
  const { env, requests } = await service(4)
  const own = await home()
  const live = { region: "us", baseUrl: env.REMOTE_ASSIST_US_URL, readOnly: true }
  await own.write(own.profiles, { profiles: { "live-eu": live } })
  return { env: { ...own.env, ...env, REMOTE_ASSIST_REGION: "us" }, requests }
}

test("a flag or a setting rejects changes too, with any profile", async () => {
  const { env, requests } = await served()
  const args = ["users", "deactivate", "102"]
  const byFlag = await remoteAssist([...args, "--read-only", "--json"], { env })
  expect(JSON.parse(byFlag.stderr)).toMatchObject({ error: { code: 2, kind: "refused" } })
  expect(await remoteAssist(args, { env: { ...env, REMOTE_ASSIST_READ_ONLY: "true" } })).toMatchObject({ code: 2 })
  const negated = await remoteAssist([...args, "--no-read-only", "--profile", "live-eu"], { env })
  expect(negated).toMatchObject({ code: 2 })
  expect(requests).toEqual([])
})

test("reading is permitted in a read-only profile", async () => {
  const { env } = await served()
  expect(await remoteAssist(["users", "list", "--profile", "live-eu"], { env })).toMatchObject({ code: 0 })
})

test("readOnlyMessage permits only reading in a read-only profile", () => {
  const live = { readOnly: "the profile live-eu is read-only" }
  const message = "Nothing was done: the profile live-eu is read-only."
  expect(["read", "reversible", "mails", "final"].map((effect) => readOnlyMessage(live, { effect }))).toEqual([
    undefined,
    message,
    message,
    message
  ])
  expect(readOnlyMessage({ readOnly: undefined }, { effect: "final" })).toBeUndefined()
})
