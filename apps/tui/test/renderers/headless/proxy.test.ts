import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { describe, expect, onTestFinished, test } from "vitest"

import { startProgram } from "../../support/command.ts"
import { service } from "../../support/service.ts"

/** A proxy that reaches nothing, and the settings to use it. */
const proxied = async () => {
  const requests: Array<string> = []
  const server = createServer(({ url = "" }, answer) => {
    requests.push(url)
    answer.writeHead(502, { "content-type": "text/html" }).end("<html>Bad gateway</html>")
  })
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done))
  onTestFinished(() => void server.close())
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.")
  const origin = `http://127.0.0.1:${address.port}`
  const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: origin, http_proxy: origin, NO_PROXY: "", no_proxy: "" }
  return { env, origin, requests }
}

describe("behind a proxy, commands", () => {
  test.each([
    ["users", "list", "--json"],
    ["emulator", "clock", "list"]
  ])("ask a service on this machine without it: %s %s %s", async (...args) => {
    const { env, requests } = await proxied()
    const { env: settings } = await service(4)
    const { code, stderr } = await startProgram(args, {
      env: { ...settings, ...env, REMOTE_ASSIST_REGION: "us" }
    }).ended()
    expect({ code, requests, stderr }).toEqual({ code: 0, requests: [], stderr: "" })
  })

  test.each([
    [["users", "list"], (proxy: string) => `The proxy ${proxy} answered 502 with a web page, not the service`],
    [["emulator", "clock", "list"], (proxy: string) => `is an emulator: it was asked through the proxy ${proxy}.`]
  ])("name it if another service is not reached: %j", async (args, sentence) => {
    const { env, origin } = await proxied()
    const { env: settings } = await service(4)
    const live = { REMOTE_ASSIST_REGION: "us", REMOTE_ASSIST_US_URL: "http://us.invalid/us" }
    const { code, stderr } = await startProgram(args, { env: { ...settings, ...env, ...live } }).ended()
    expect(code).not.toBe(0)
    expect(stderr).toContain(sentence(origin))
  })
})
