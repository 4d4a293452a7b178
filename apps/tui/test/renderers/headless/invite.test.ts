import { expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { service } from "../../support/service.ts"

const call = "call_00000000-0000-4000-8000-000000000003"

const served = async () => {
  const { env, requests } = await service(4)
  const invitations = () => requests.filter((line) => line.includes("/invite"))
  return { env: { ...env, REMOTE_ASSIST_REGION: "us" }, requests, invitations }
}

const session = (...rest: ReadonlyArray<string>) => ["invite", "session", "--call", call, "--yes", ...rest]

test("invites a contact to a running call by id, e-mail address, name or token", async () => {
  const { env, invitations } = await served()
  for (const contact of ["102", "grace@example.com", "GRACE HOPPER"]) {
    const ended = await remoteAssist(session("--contact", contact), { env })
    expect(ended).toMatchObject({ code: 0, stdout: `${call} invites the contacts by e-mail.\n` })
  }
  const ended = await remoteAssist(session("--contact-token-stdin"), { env, input: "contact-102\n" })
  expect(ended).toMatchObject({ code: 0, stderr: "" })
  expect(invitations()).toHaveLength(4)
})

test("a dry run looks up the token of a contact and does not print it", async () => {
  const { env, invitations, requests } = await served()
  const dry = await remoteAssist(session("--contact", "102", "--dry-run"), { env })
  expect(dry).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      '{"call_id":"call_00000000-0000-4000-8000-000000000003","contact_tokens":["<contact_tokens>"]}'
    )
  })
  expect(requests.at(-1)).toBe("GET /v1/calls/recent")
  expect(invitations()).toEqual([])
})

test("rejects unknown contacts, missing contacts and invalid e-mail addresses", async () => {
  const { env, invitations } = await served()
  const unknown = await remoteAssist(session("--contact", "linus"), { env })
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("linus is not a contact of your recent calls")
  })
  const none = await remoteAssist(session(), { env })
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("no contact is named") })
  const email = await remoteAssist(["invite", "room", "--email", "guest", "--name", "Guest"], { env })
  expect(email).toMatchObject({ code: 1, stderr: "--email has no @.\n" })
  const name = await remoteAssist(["invite", "room", "--email", "guest@example.com"], { env })
  expect(name).toMatchObject({ code: 1, stderr: "--name is missing.\n" })
  expect(invitations()).toEqual([])
})
