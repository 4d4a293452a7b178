import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

import { startEmulator } from "@remote-assist/http-mock/promise"
import type { AxeResults } from "axe-core"
import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import { build } from "vite"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"

import { executablePath, launch, start } from "./browser.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

declare const window: { readonly axe: { readonly run: (options: object) => Promise<AxeResults> } }

/** Finds the problems of the page, in the browser. */
const findProblems = async (runOnly: ReadonlyArray<string>) => {
  const { violations } = await window.axe.run({ runOnly, resultTypes: ["violations"], iframes: false, preload: false })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
}

/** Places of the console, each with a text that it shows when it is loaded. */
const places = {
  "#/requests/1": "Refused:",
  "#/outbox/1": "Open the link",
  "#/world/101": "All fields as JSON",
  "#/world?box=calls": "placed",
  "#/clock": "Advance",
  "#/faults": "fault-1",
  "#/snapshots": "Compare",
  "#/gaps/token.life": "Accepts",
  "#/tenants/axe": "Dropped e-mails"
}

/** Waits until the page shows an element. */
const see = (locator: Locator) => locator.waitFor()

/** Waits until the page no longer shows an element. */
const seeNo = (locator: Locator) => locator.waitFor({ state: "detached" })

/** Waits until the page follows the journal. */
const isLive = (page: Page) => see(page.getByText("Live", { exact: true }))

/** Copies by a button, which says so only for a while. */
const copiesBy = (button: Locator) => Promise.all([see(button.getByText("copied")), button.click()])

const root = fileURLToPath(new URL("..", import.meta.url))

const bundle = fileURLToPath(new URL("../../http-mock/dist/console", import.meta.url))

/** A part of the manifest that Vite writes. */
interface Chunk {
  readonly file: string
  readonly css?: ReadonlyArray<string>
  readonly imports?: ReadonlyArray<string>
}

beforeAll(() => build({ root, configFile: join(root, "vite.config.ts"), logLevel: "error" }).then(() => undefined))

const skipped = executablePath === undefined ? " (skipped: there is no chromium)" : ""

describe.skipIf(executablePath === undefined)(`the console in a browser${skipped}`, { timeout: 90_000 }, () => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let emulator: Awaited<ReturnType<typeof start>>
  const errors: Array<string> = []

  beforeAll(async () => {
    ;[browser, emulator] = await Promise.all([launch(), start()])
    context = await browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
      viewport: { width: 1280, height: 800 }
    })
    context.setDefaultTimeout(20_000)
    page = await context.newPage()
    page.on("pageerror", ({ message }) => errors.push(message))
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text())
    })
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await emulator.emulator.close()
  })

  /** Opens a place of the console; an error on the console of the browser fails the test. */
  const open = async (hash: string, tenant?: string): Promise<Page> => {
    errors.length = 0
    onTestFinished(() => assert.deepStrictEqual(errors, []))
    await page.goto(`${emulator.origin}${tenant === undefined ? "" : `/t/${tenant}`}/__mock/${hash}`)
    return page
  }

  /** Keeps the page from following the journal: it reads its data again only if the user acts. */
  const keepUnread = async () => {
    const stream = "**/__mock/journal/stream"
    await context.route(stream, () => undefined)
    onTestFinished(() => context.unroute(stream))
  }

  it("shows requests as they end, and why one was refused", async () => {
    const page = await open("#/requests", "live")
    await see(page.getByText("No requests yet"))
    await isLive(page)
    await emulator.send("GET", "/v1r1/enterprise/users", undefined, { "x-service-api-key": "wrong" }, "live")
    await page.getByRole("row", { name: /400 GET/ }).click()
    const details = page.getByRole("complementary", { name: "Request 1" })
    await see(details.getByText("The API key in the header x-service-api-key is not known").first())
    assert.match(page.url(), /#\/requests\/1$/)
    await copiesBy(details.getByRole("button", { name: "Copy as curl" }))
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await see(details.getByText("curl needs API_KEY in your shell."))
    assert.match(copied, /^curl .*\/t\/live\/us\/api\/v1r1\/enterprise\/users/)
    assert.notInclude(copied, "wrong")
  })

  it("copies a request as HTTP archive and as scenario, without secrets", async () => {
    const { key, logIn, send } = emulator
    await send("GET", "/v1r1/enterprise/users?page_size=1", undefined, await logIn())
    const [last] = (await emulator.journal()).slice(-1)
    const page = await open(`#/requests/${last?.id}`)
    const copied = async (label: string) => {
      await copiesBy(page.getByRole("button", { name: label }))
      return page.evaluate(() => navigator.clipboard.readText())
    }
    const details = page.getByRole("complementary")
    await details.locator("summary").last().click()
    await see(details.getByText("[redacted]").first())
    for (const secret of [key["x-service-api-key"], "eyJ"]) assert.notInclude(await details.textContent(), secret)
    const har = await copied("Copy as HAR")
    assert.strictEqual(JSON.parse(har).log.entries[0].response.status, 200)
    const scenario = await copied("Copy as scenario")
    assert.include(scenario, 'sendRaw({ method: "GET", path: "/v1r1/enterprise/users?page_size=1", headers })')
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
    await page.getByRole("button", { name: "Copy as curl" }).click()
    await see(page.getByText(/^curl .*page_size=1/))
    for (const text of [har, scenario]) assert.notInclude(text, key["x-service-api-key"])
  })

  it("narrows the requests by search and filters, which the address keeps", async () => {
    await emulator.send("POST", "/v1r1/auth", { email: "ada", password: "correct-horse" }, emulator.key, "search")
    await emulator.send("GET", "/v1/calls", undefined, emulator.key, "search")
    const page = await open("#/requests?status=4", "search")
    const rows = page.getByRole("row", { name: /GET|POST/ })
    await see(rows.first())
    assert.strictEqual(await rows.count(), 1)
    await page.getByRole("combobox", { name: "Status" }).selectOption("")
    await page.keyboard.press("Escape")
    await page.getByRole("grid").focus()
    await page.keyboard.press("/")
    await page.keyboard.type("logIn")
    await page.waitForURL(/\?q=logIn$/)
    await see(page.getByRole("row", { name: /Auth.logInV1R1/ }))
    await page.reload()
    await see(page.getByRole("row", { name: /Auth.logInV1R1/ }))
    await page.keyboard.press("/")
    await page.keyboard.type("nothing")
    await see(page.getByText("No request matches the filters."))
    page.once("dialog", (dialog) => void dialog.dismiss())
    await page.getByRole("button", { name: "Clear" }).click()
    await see(page.getByText("No request matches the filters."))
    page.once("dialog", (dialog) => void dialog.accept())
    await page.getByRole("button", { name: "Clear" }).click()
    await see(page.getByText("No requests yet"))
  })

  it("confirms an e-mail in one click", async () => {
    const page = await open("#/outbox")
    await page.getByRole("row", { name: /new@example.com/ }).click()
    await see(page.frameLocator("iframe").getByText("confirm-demo-new").first())
    await page.getByRole("button", { name: "Confirm" }).click()
    await see(page.getByText("Confirmed."))
    const { token } = await emulator.send("POST", "/v1r1/auth", { email: "new@example.com", password: "correct-horse" })
    assert.match(String(token), /^ey/)
    await page.getByRole("button", { name: "Confirm" }).click()
    await see(page.getByRole("alert").getByText("The confirmation_token is unknown"))
  })

  it("counts the attempts to deliver an e-mail", async () => {
    const deliveries = [
      { by: "webhook", status: "delivered", attempts: 1 },
      { by: "smtp", status: "failed", attempts: 3 }
    ]
    await page.route("**/__mock/outbox*", async (route) => {
      const [mail] = (await (await route.fetch()).json()) as ReadonlyArray<object>
      await route.fulfill({ json: [{ ...mail, deliveries }] })
    })
    onTestFinished(() => page.unroute("**/__mock/outbox*"))
    // in the tenant of the last test, the page would not load its e-mails again
    await open("#/outbox/1", "attempts")
    await see(page.getByText("webhook: delivered after 1 attempt", { exact: true }))
    await see(page.getByText("smtp: failed after 3 attempts", { exact: true }))
  })

  it("edits a user, and shows why the emulator refuses a value", async () => {
    const page = await open("#/world/103")
    await page.getByRole("textbox", { name: "title" }).fill("Kernel hacker")
    await page.getByRole("button", { name: "Save" }).click()
    await see(page.getByText("Saved."))
    const { us } = await emulator.state()
    assert.include(JSON.stringify(us.users.rows), "Kernel hacker")
    await page.getByRole("spinbutton", { name: "role_id" }).fill("1.5")
    await page.getByRole("button", { name: "Save" }).click()
    await see(page.getByRole("alert"))
    assert.notInclude(JSON.stringify(await emulator.state()), '"role_id":1.5')
  })

  it("keeps the text of a form if another client changes the user, and asks before it is lost", async () => {
    const page = await open("#/world/101", "drafts")
    const state = `${emulator.origin}/t/drafts/__mock/state`
    const read = async () => (await fetch(state)).json()
    /** Changes a user as another client. */
    const change = async (fields: object) => {
      const saved = await read()
      Object.assign(saved.us.users.rows[0].entry, fields)
      await fetch(state, { method: "PUT", body: JSON.stringify(saved) })
    }
    const title = page.getByRole("textbox", { name: "title" })
    assert.isFalse(await page.getByRole("spinbutton", { name: "id", exact: true }).isEditable())
    await title.fill("Draft")
    await change({ location: "Elsewhere" })
    await see(page.getByText("Changed meanwhile."))
    assert.strictEqual(await title.inputValue(), "Draft")
    page.once("dialog", (dialog) => void dialog.dismiss())
    await page.getByRole("row", { name: /grace@/ }).click()
    assert.match(page.url(), /#\/world\/101/)
    page.once("dialog", (dialog) => void dialog.dismiss())
    await page.getByRole("link", { name: "Clock" }).click()
    assert.strictEqual(await title.inputValue(), "Draft")
    // another client is faster once
    let isFirst = true
    await page.route("**/__mock/state", async (route) => {
      if (route.request().method() === "PUT" && isFirst) {
        isFirst = false
        await change({ location: "Far away" })
      }
      return route.continue()
    })
    onTestFinished(() => page.unroute("**/__mock/state"))
    await page.getByRole("button", { name: "Save" }).click()
    await see(page.getByRole("alert").getByText("The state changed meanwhile"))
    await page.getByRole("button", { name: "Try again" }).click()
    await see(page.getByText("Saved.", { exact: true }))
    const { us } = await read()
    assert.deepInclude(us.users.rows[0].entry, { id: 101, title: "Draft", location: "Far away" })
    page.once("dialog", (dialog) => assert.fail(dialog.message()))
    await page.getByRole("link", { name: "Clock" }).click()
    await see(page.getByRole("heading", { name: "Clock" }))
  })

  it("does not overwrite a change of another client that it has not shown", async () => {
    await keepUnread()
    const page = await open("#/world/101", "unseen")
    const state = `${emulator.origin}/t/unseen/__mock/state`
    const read = async () => (await fetch(state)).json()
    const title = page.getByRole("textbox", { name: "title" })
    await title.fill("Mine")
    let isFirst = true
    await page.route("**/__mock/state", async (route) => {
      if (isFirst) {
        isFirst = false
        const saved = await read()
        Object.assign(saved.us.users.rows[0].entry, { title: "Theirs" })
        await fetch(state, { method: "PUT", body: JSON.stringify(saved) })
      }
      return route.continue()
    })
    onTestFinished(() => page.unroute("**/__mock/state"))
    await page.getByRole("button", { name: "Save" }).click()
    await see(page.getByRole("alert").getByText("The state changed meanwhile, so nothing was saved."))
    assert.strictEqual((await read()).us.users.rows[0].entry.title, "Theirs")
    await see(page.getByText("Changed meanwhile."))
    await page.getByRole("button", { name: "Try again" }).click()
    await see(page.getByText("Saved.", { exact: true }))
    assert.strictEqual((await read()).us.users.rows[0].entry.title, "Mine")
  })

  it("masks the secrets of queries in the list and in the details", async () => {
    const path = "/v1/register/confirm?confirmation_token=a-secret-token&page=1"
    await emulator.send("POST", path, undefined, emulator.key, "secrets")
    const page = await open("#/requests/1", "secrets")
    await see(page.getByRole("complementary").getByRole("heading", { name: /confirmation_token=…&page=1/ }))
    await see(page.getByRole("row", { name: /confirmation_token=…&page=1/ }))
    await see(page.getByText("curl needs"))
    assert.notInclude(await page.locator("body").textContent(), "a-secret-token")
  })

  it("says that another client dropped the tenant, and does not create it again", async () => {
    const page = await open("#/requests", "brief")
    await isLive(page)
    await fetch(`${emulator.origin}/__mock/tenants/brief`, { method: "DELETE" })
    await see(page.getByText("The tenant brief was dropped, or the emulator started again."))
    assert.notInclude(await (await fetch(`${emulator.origin}/__mock/tenants`)).text(), "brief")
    await page.getByRole("button", { name: "Create brief again" }).click()
    await see(page.getByText("No requests yet"))
  })

  it("says that the address names something that does not exist", async () => {
    const page = await open("#/nope", "missing")
    await see(page.getByText("There is no view nope."))
    for (const [hash, text] of Object.entries({
      "#/outbox/77": "There is no e-mail in this region 77.",
      "#/world/9999": "There is no user in this list 9999.",
      "#/gaps/nope": "There is no gap nope.",
      "#/faults/fault-99": "There is no active fault fault-99.",
      "#/tenants/nope": "There is no tenant nope."
    })) {
      await page.evaluate((hash) => location.assign(hash), hash)
      await see(page.getByText(text))
    }
    await page.evaluate(() => location.assign("#/faults?q=nothing"))
    await see(page.getByText("No switch matches the search."))
  })

  it("places a call and acts in it", async () => {
    const page = await open("#/world?box=calls")
    await see(page.getByText("No placed calls in this region"))
    await page.getByRole("textbox", { name: "From user" }).fill("ada")
    await page.getByRole("textbox", { name: "To user" }).fill("grace")
    await page.getByRole("button", { name: "Place a call" }).click()
    const details = page.getByRole("complementary")
    await details.getByRole("button", { name: "ring" }).click()
    await details.getByRole("button", { name: "answer" }).click()
    await see(details.getByText("running"))
    await details.getByRole("button", { name: "end", exact: true }).click()
    await see(details.getByText("ended", { exact: true }).first())
  })

  it("moves the clock by button, slider and speed", async () => {
    const page = await open("#/clock", "clock")
    await page.getByRole("button", { name: "Stopped" }).click()
    await see(page.getByRole("button", { name: "Stopped", pressed: true }))
    const before = await emulator.now("clock")
    await page.getByRole("button", { name: "+ 31 days" }).click()
    const later = before + 31 * 24 * 3_600_000
    await see(page.locator(`.now time[datetime="${new Date(later).toISOString()}"]`))
    assert.strictEqual(await emulator.now("clock"), later)
    await page.getByRole("textbox", { name: "Duration" }).fill("a while")
    await page.getByRole("button", { name: "Advance", exact: true }).click()
    await see(page.getByRole("alert"))
    await page.getByRole("button", { name: "Return to the time of the machine" }).click()
    await see(page.getByText("time of the machine", { exact: true }))
    await page.getByRole("slider").press("ArrowRight")
    await see(page.getByText("moved").first())
    assert.isAtLeast((await emulator.now("clock")) - before, 3_500_000)
  })

  it("switches a fault on and off", async () => {
    const { key, send } = emulator
    const page = await open("#/faults?operation=Auth.anonymous")
    const toggle = page.getByRole("switch", { name: "Answers 503" })
    await toggle.click()
    await see(page.getByText("0 hits"))
    await send("POST", "/v1/anonymous/auth", {}, key)
    await see(page.getByText("1 hit"))
    const [last] = (await emulator.journal()).slice(-1)
    assert.strictEqual(last?.status, 503)
    await see(page.getByRole("link", { name: "Faults 1 active" }))
    await toggle.click()
    await see(page.getByText("No faults"))
    await page.getByRole("textbox", { name: "Rate limit" }).fill("5/minute")
    await page.getByRole("button", { name: "Set the limit" }).click()
    await see(page.getByText("0 passed, 0 refused"))
    await page.getByRole("button", { name: "Remove all limits" }).click()
    await see(page.getByText("Requests are not limited."))
    await page.getByText("Another fault, as JSON").click()
    await page.getByRole("textbox", { name: "Fault as JSON" }).fill('{"operations":["Nothing.here"]}')
    await page.getByRole("button", { name: "Create the fault" }).click()
    await see(page.getByRole("alert"))
  })

  it("takes, compares and restores a snapshot, and branches from it", async () => {
    const page = await open("#/snapshots", "snapshots")
    await page.getByRole("textbox", { name: "Name of a new snapshot" }).fill("before")
    await page.getByRole("button", { name: "Take a snapshot" }).click()
    await page.getByRole("button", { name: "Compare before with the current state" }).click()
    await see(page.getByText("before and current are equal."))
    await emulator.send("POST", "/v1r1/auth", { email: "ada", password: "correct-horse" }, emulator.key, "snapshots")
    const differences = page.getByRole("list", { name: "Differences in the US region" })
    await see(differences.getByText("/users/101/last_used_at"))
    await page.getByRole("button", { name: "Restore before" }).click()
    await see(page.getByText("before and current are equal."))
    await see(page.getByText("The state is that of before again."))
    await page.getByRole("textbox", { name: "Tenant for a branch of before" }).fill("snapshots")
    await page.getByRole("button", { name: "Branch" }).click()
    await see(page.getByRole("alert").getByText("snapshots cannot branch into itself.", { exact: true }))
    await seeNo(page.getByText("The state is that of before again."))
    await page.getByRole("textbox", { name: "Tenant for a branch of before" }).fill("branched")
    await page.getByRole("button", { name: "Branch" }).click()
    await page.getByRole("link", { name: "Open its console" }).click()
    await page.waitForURL(/\/t\/branched\/__mock\//)
  })

  it("chooses at a gap", async () => {
    const page = await open("#/gaps/api-key.form", "gaps")
    await page.getByRole("combobox", { name: "Choice" }).selectOption("header")
    await page.getByRole("button", { name: "Choose" }).click()
    await see(page.getByRole("row", { name: /api-key.form changed header/ }))
    await page.getByRole("button", { name: "Back to header-or-authorization" }).click()
    await seeNo(page.getByText("changed", { exact: true }))
  })

  it("opens the console of another tenant, and drops it", async () => {
    await fetch(`${emulator.origin}/t/yours/__mock/health`)
    const page = await open("#/tenants")
    for (const [name, text] of [
      ["not a name", /is not a valid name of a tenant/],
      ["..", ".. cannot be the name of a tenant."]
    ] as const) {
      await page.getByRole("textbox", { name: "Name of a new tenant" }).fill(name)
      await page.getByRole("button", { name: "Create and open" }).click()
      await see(page.getByRole("alert").getByText(text))
    }
    await page.getByRole("textbox", { name: "Name of a new tenant" }).fill("mine")
    await page.getByRole("button", { name: "Create and open" }).click()
    await page.waitForURL(/\/t\/mine\/__mock\/$/)
    await see(page.getByText("No requests yet"))
    await page.getByRole("link", { name: "Tenants" }).click()
    await page.getByRole("row", { name: /yours/ }).click()
    await page.getByRole("button", { name: "Drop the tenant" }).click()
    await page.getByRole("button", { name: "Drop yours" }).click()
    await seeNo(page.getByRole("row", { name: /yours/ }))
    const other = await context.newPage()
    // only the page in front may use the clipboard
    onTestFinished(() => other.close().then(() => page.bringToFront()))
    await other.goto(`${emulator.origin}/t/mine/__mock/`)
    await isLive(other)
    await page.getByRole("row", { name: /mine/ }).click()
    await page.getByRole("button", { name: "Drop the tenant" }).click()
    await page.getByRole("button", { name: "Drop mine" }).click()
    await page.waitForURL(`${emulator.origin}/__mock/#/tenants`)
    await see(other.getByText("The tenant mine was dropped"))
    await see(page.getByRole("row", { name: /default/ }))
    assert.strictEqual(await page.getByRole("row", { name: /mine/ }).count(), 0)
  })

  it("is usable by keyboard alone", async () => {
    for (let index = 0; index < 3; index++) await emulator.send("GET", "/v1/calls", undefined, emulator.key, "keys")
    const page = await open("#/requests", "keys")
    await see(page.getByRole("row", { name: /#|401/ }).nth(1))
    const press = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press("Tab", "Enter")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "main")
    const focusOf = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))
    while ((await focusOf()) !== "Requests") await press("Tab")
    await press("ArrowDown", "ArrowDown")
    await page.waitForURL(/#\/requests\/2$/)
    await see(page.getByRole("complementary"))
    await press("Enter")
    assert.strictEqual(await focusOf(), "Request 2")
    await see(page.getByRole("button", { name: "Copy as curl" }))
    while ((await focusOf()) !== "Close the details") await press("Tab")
    await press("Tab")
    await Promise.all([see(page.getByText("copied")), press("Enter")])
    await press("Escape")
    await seeNo(page.getByRole("complementary"))
    assert.strictEqual(await focusOf(), "Requests")
    await press("End")
    await see(page.getByRole("complementary", { name: "Request 1" }))
  })

  it("has no accessibility problem that axe finds, in light and dark, at 1280 and 800 pixels", async () => {
    const page = await open("#/requests", "axe")
    await emulator.send("POST", "/v1r1/auth", { email: "ada", password: "no" }, emulator.key, "axe")
    await fetch(`${emulator.origin}/t/axe/__mock/snapshots/one`, { method: "PUT" })
    await fetch(`${emulator.origin}/t/axe/__mock/calls`, { method: "POST", body: '{"from":"ada","to":"grace"}' })
    await fetch(`${emulator.origin}/t/axe/__mock/faults`, {
      method: "POST",
      body: '{"operations":["*"],"does":{"kind":"reset"}}'
    })
    await page.evaluate(axe)
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    for (const [colorScheme, width, rules] of [
      ["light", 1280, tags],
      // the rules that depend on colors and sizes
      ["dark", 800, ["color-contrast", "scrollable-region-focusable", "target-size"]]
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      for (const [hash, text] of Object.entries(places)) {
        await page.evaluate((hash) => location.assign(hash), hash)
        await see(page.getByText(text).first())
        assert.deepStrictEqual(await page.evaluate(findProblems, rules), [], `${hash} in ${colorScheme}`)
      }
    }
  })

  it("has the theme of the system until the user chooses one, which stays", async () => {
    const page = await open("#/clock", "themes")
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const [light, dark] = ["rgb(255, 255, 255)", "rgb(16, 19, 24)"]
    onTestFinished(() => page.emulateMedia({ colorScheme: null }))
    for (const [colorScheme, color] of [
      ["light", light],
      ["dark", dark]
    ] as const) {
      await page.emulateMedia({ colorScheme })
      assert.strictEqual(await ground(), color)
    }
    await page.getByRole("combobox", { name: "Theme" }).selectOption("light")
    assert.strictEqual(await ground(), light)
    await page.reload()
    assert.strictEqual(await page.getByRole("combobox", { name: "Theme" }).inputValue(), "light")
    assert.strictEqual(await ground(), light)
    await page.getByRole("combobox", { name: "Theme" }).selectOption("system")
    assert.strictEqual(await ground(), dark)
  })

  it("asks for the token of a public emulator, and keeps it for the tab", async () => {
    await using exposed = await startEmulator({ port: 0, host: "0.0.0.0", controlToken: "a token" })
    const page = await context.newPage()
    onTestFinished(() => page.close())
    await page.goto(`http://127.0.0.1:${new URL(exposed.baseUrl.us).port}/__mock/`)
    const field = page.getByLabel("Control token")
    await field.fill("another")
    await field.press("Enter")
    await see(page.getByRole("alert").getByText("Send the token of --control-token"))
    await field.fill("a token")
    await field.press("Enter")
    await see(page.getByText("No requests yet"))
    await isLive(page)
    await page.reload()
    await see(page.getByText("No requests yet"))
  })

  it("says that the emulator has no journal", async () => {
    await using silent = await startEmulator({ port: 0, journal: 0 })
    const page = await context.newPage()
    onTestFinished(() => page.close())
    await page.goto(new URL("/__mock/", silent.baseUrl.us).href)
    await see(page.getByText("The journal is disabled. Start the emulator without --journal 0."))
  })

  it("says that the emulator does not answer, and tries again", async () => {
    await keepUnread()
    const page = await open("#/tenants", "silent")
    const gaps = "**/__mock/gaps"
    await page.route(gaps, (route) => route.abort())
    await page.getByRole("link", { name: "Gaps" }).click()
    await see(page.getByRole("alert").getByText("The emulator does not answer."))
    await page.unroute(gaps)
    await page.getByRole("button", { name: "Try again" }).click()
    await see(page.getByRole("grid", { name: "Gaps" }))
  })

  it("shows a view that was not opened before when a stopped emulator is back", async () => {
    const first = await startEmulator({ port: 0 })
    const port = Number(new URL(first.baseUrl.us).port)
    const page = await context.newPage()
    onTestFinished(() => page.close())
    await page.clock.install()
    await page.goto(`http://127.0.0.1:${port}/__mock/`)
    await isLive(page)
    await first.close()
    await see(page.getByText("Reconnecting"))
    await page.getByRole("link", { name: "Gaps" }).click()
    await see(page.getByRole("alert").getByText("The emulator does not answer."))
    await using again = await startEmulator({ port })
    assert.strictEqual(new URL(again.baseUrl.us).port, String(port))
    await page.clock.fastForward(2000)
    await see(page.getByRole("grid", { name: "Gaps" }))
  })
})

describe("the bundle of the console", () => {
  it("loads less than 122 kB of gzip before the first view", () => {
    const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
      readFileSync(join(bundle, ".vite/manifest.json"), "utf8")
    )
    const loaded = new Set(["index.html"])
    const load = (name: string) => {
      const { css = [], file, imports = [] } = manifest[name] ?? {}
      for (const path of [file, ...css]) if (path !== undefined) loaded.add(path)
      for (const other of imports) load(other)
    }
    load("index.html")
    load("src/views/Requests.tsx")
    const bytes = [...loaded].reduce((sum, path) => sum + gzipSync(readFileSync(join(bundle, path))).length, 0)
    assert.isAbove(bytes, 50_000)
    assert.isBelow(bytes, 122_000)
  })
})
