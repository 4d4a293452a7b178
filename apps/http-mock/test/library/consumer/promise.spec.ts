import { connect, secret } from "@remote-assist/core/promise"
import { startEmulator } from "@remote-assist/http-mock/promise"
import type { StartedEmulator } from "@remote-assist/http-mock/promise"
import { afterEach, beforeEach, expect, test } from "vitest"

let emulator: StartedEmulator

beforeEach(async () => {
  emulator = await startEmulator({ users: 10, tokenLife: "2 hours" })
})

afterEach(() => emulator.close())

test("the SDK reads users over the emulator's fetch", async () => {
  const { baseUrl, demo, fetch } = emulator
  const remote = await connect({ name: "us", baseUrl: baseUrl.us, apiKey: demo.apiKey, fetch })
  await remote.session.logIn({ email: demo.email, password: secret(demo.password) })
  await emulator.advance("3 hours")
  expect((await remote.enterpriseUsers.list()).total_entries).toBe(10)
  await remote.close()
})

test("the next e-mail can be awaited", async () => {
  const mail = emulator.waitForMail({ to: "joan@example.com", timeout: "10 seconds" })
  await emulator.fetch(`${emulator.baseUrl.us}/api/v1r1/register`, {
    method: "POST",
    headers: { "x-service-api-key": emulator.demo.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ user_info: { email: "joan@example.com", name: "Joan", password: "secret-word" } })
  })
  expect((await mail).link).toContain("confirmation_token=")
})

test("the control plane rejects with its typed errors", async () => {
  await expect(emulator.control.tenants.drop({ params: { name: "none" } })).rejects.toMatchObject({
    _tag: "NotFoundProblem"
  })
})

test("a port in use is reported in one sentence", async () => {
  await using other = await startEmulator({ port: 0 })
  const { port } = new URL(other.baseUrl.us)
  await expect(startEmulator({ port: Number(port) })).rejects.toThrow(/the port is taken/)
})
