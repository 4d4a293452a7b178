import { execFileSync } from "node:child_process"

import { startEmulator } from "@remote-assist/http-mock/promise"
import { chromium } from "playwright-core"

/** The path of a Chromium, or `undefined` if none is installed. */
export const executablePath = (() => {
  try {
    return execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"])
      .toString()
      .trim()
  } catch {
    return undefined
  }
})()

/** Starts a browser. */
export const launch = () =>
  chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"]
  })

type Headers = Readonly<Record<string, string>>

/** Starts an emulator on a socket. */
export const start = async () => {
  const emulator = await startEmulator({ port: 0 })
  const { origin } = new URL(emulator.baseUrl.us)
  const key = { "x-service-api-key": emulator.demo.apiKey, "content-type": "application/json" }
  /** Sends a request to the US region of a tenant, and returns its answer. */
  const send = async (method: string, path: string, body?: unknown, headers: Headers = key, tenant = "default") => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${origin}/t/${tenant}/us/api${path}`, { method, headers, ...init })
    const text = await response.text()
    return text.startsWith("{") ? JSON.parse(text) : text
  }
  const logIn = async () => {
    const { email, password } = emulator.demo
    const { token } = await send("POST", "/v1r1/auth", { email, password })
    return { ...key, authorization: String(token) }
  }
  const read = async (path: string, tenant = "default") => (await fetch(`${origin}/t/${tenant}/__mock/${path}`)).json()
  return {
    emulator,
    origin,
    key,
    send,
    logIn,
    journal: (): Promise<ReadonlyArray<{ readonly id: number; readonly status: number }>> => read("journal"),
    state: () => read("state"),
    /** The time of a tenant in milliseconds. */
    now: async (tenant: string) => Date.parse((await read("clock", tenant)).now)
  }
}
