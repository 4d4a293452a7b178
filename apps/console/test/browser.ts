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

/** Starts an emulator on a socket, with requests of some kinds in its journal. */
export const start = async () => {
  const emulator = await startEmulator({ port: 0 })
  const { origin } = new URL(emulator.baseUrl.us)
  const key = { "x-service-api-key": emulator.demo.apiKey, "content-type": "application/json" }
  const api = `${origin}/us/api`
  /** Sends a request to the US region, and returns the JSON of its answer. */
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = key
  ) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${api}${path}`, { method, headers, ...init })
    return JSON.parse((await response.text()) || "null")
  }
  const logIn = async () => {
    const { email, password } = emulator.demo
    const { token } = await send("POST", "/v1r1/auth", { email, password })
    return { ...key, authorization: String(token) }
  }
  return { emulator, origin, page: `${origin}/__mock/`, send, logIn, key }
}
