import { fileURLToPath } from "node:url"

import type { Browser, BrowserContext, Page } from "playwright-core"
import { build } from "vite"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"

import { executablePath, launch, start } from "./browser.ts"

const skipped = executablePath === undefined ? " (skipped: there is no chromium)" : ""

describe.skipIf(executablePath === undefined)(`the console in a browser${skipped}`, { timeout: 60_000 }, () => {
  let browser: Browser
  let context: BrowserContext
  let emulator: Awaited<ReturnType<typeof start>>

  beforeAll(async () => {
    await build({ configFile: fileURLToPath(new URL("../vite.config.ts", import.meta.url)), logLevel: "error" })
    ;[browser, emulator] = await Promise.all([launch(), start()])
    context = await browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
      viewport: { width: 1280, height: 800 }
    })
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await emulator.emulator.close()
  })

  /** Opens a place of the console in a tenant of its own; an error on its console fails the test. */
  const open = async (hash: string, tenant?: string): Promise<Page> => {
    const page = await context.newPage()
    const errors: Array<string> = []
    page.on("pageerror", ({ message }) => errors.push(message))
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text())
    })
    onTestFinished(async () => {
      await page.close()
      assert.deepStrictEqual(errors, [])
    })
    await page.goto(`${emulator.origin}${tenant === undefined ? "" : `/t/${tenant}`}/__mock/${hash}`)
    return page
  }

  it("shows requests as they end, and why one was refused", async () => {
    const page = await open("#/requests")
    await page.getByText("No requests yet").waitFor()
    await page.getByText("Live", { exact: true }).waitFor()
    await emulator.send("GET", "/v1r1/enterprise/users", undefined, { "x-service-api-key": "wrong" })
    await page.getByRole("row", { name: /400 GET/ }).click()
    const details = page.getByRole("complementary", { name: "Request 1" })
    await details.getByText("The API key in the header x-service-api-key is not known").first().waitFor()
    assert.match(page.url(), /#\/requests\/1$/)
    await details.getByRole("button", { name: "Copy as curl" }).click()
    await details.getByText("copied").waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(copied, /^curl .*\/us\/api\/v1r1\/enterprise\/users/)
    assert.notInclude(copied, "wrong")
  })
})
