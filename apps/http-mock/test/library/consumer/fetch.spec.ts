import { startEmulator } from "@remote-assist/http-mock/promise"
import { afterEach, expect, test, vi } from "vitest"

afterEach(() => vi.unstubAllGlobals())

const logIn = (apiKey: string) =>
  fetch("https://us.example.com/us/api/v1r1/auth", {
    method: "POST",
    headers: { "x-service-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "correct-horse" })
  })

test("the handler serves a client that uses another address", async () => {
  await using emulator = await startEmulator()
  const mock: typeof fetch = (input, init) => emulator.handler(new Request(input, init))
  vi.stubGlobal("fetch", mock)
  expect(await (await logIn(emulator.demo.apiKey)).json()).toHaveProperty("token")
  expect((await logIn("another")).status).toBe(400)
})
