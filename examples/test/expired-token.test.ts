import { connect, secret } from "@remote-assist/core/promise"
import { startEmulator } from "@remote-assist/http-mock/promise"
import { expect, test } from "vitest"

test("reads users with an expired token", async () => {
  await using emulator = await startEmulator({ users: 1000, tokenLife: "2 hours" })
  const { baseUrl, demo, fetch } = emulator
  const remote = await connect({ name: "us", baseUrl: baseUrl.us, apiKey: demo.apiKey, fetch })
  await remote.session.logIn({ email: demo.email, password: secret(demo.password) })
  await emulator.advance("3 hours") // all tokens have expired
  expect((await remote.enterpriseUsers.list()).total_entries).toBe(1000)
})
