import { execFile } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { parse } from "parse5"

import { folderOf, hostileScenarios, imports, ran } from "../support/reported.ts"
import { unpacked } from "../support/unpacked.ts"

const files = folderOf({
  ...hostileScenarios,
  "my/long.ts": `${imports}
export default scenario(Effect.gen(function* () {
  yield* asked({ method: "POST", path: "/v1/auth", body: { email: "x".repeat(30_000) } })
}))`
})
let page: string
/** The same with all that its script unpacks. */
let whole: string

beforeAll(async () => {
  const { code } = await ran(["./my", "--retries", "1", "-r", "html=report.html"], files.folder)
  assert.strictEqual(code, 1)
  page = files.read("report.html")
  whole = unpacked(page)
}, 120_000)

afterAll(files.remove)

interface Element {
  readonly nodeName: string
  readonly attrs?: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly childNodes?: ReadonlyArray<Element>
}

const below = (node: Element): ReadonlyArray<Element> => [node, ...(node.childNodes ?? []).flatMap(below)]

const elements = (document: string, errors: Array<string> = []) =>
  below(parse(document, { onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`) }))

const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path)
)

/** The page as the browser has it once its script has run. */
const rendered = async (fragment = "", name = "report.html") => {
  const profile = join(files.folder, "profile")
  const { stdout } = await promisify(execFile)(
    chromium ?? "",
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--host-resolver-rules=MAP * ~NOTFOUND",
      `--user-data-dir=${profile}`,
      "--virtual-time-budget=2000",
      "--dump-dom",
      `file://${files.folder}/${name}${fragment}`
    ],
    { maxBuffer: 64 * 1024 * 1024, timeout: 100_000 }
  )
  return stdout
}

/** The page once a script has done what a reader does, which the policy of the page itself would not let in. */
const used = async (script: string) => {
  const open = page.replace(/<meta[^>]*Content-Security-Policy[^>]*>/, "")
  writeFileSync(join(files.folder, "used.html"), open.replace("</body>", `<script>${script}</script></body>`))
  return await rendered("", "used.html")
}

const chosen = (id: string, value: string) => `
  document.getElementById("${id}").value = ${JSON.stringify(value)}
  document.querySelector("form").dispatchEvent(new Event("input"))`

const pressed = (key: string) =>
  `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }));`

const titleOfFocus = "document.title = document.activeElement.textContent"

describe("the HTML report", () => {
  it("is a document without a mistake that a parser finds, packed and unpacked", () => {
    const errors: Array<string> = []
    elements(page, errors)
    elements(whole, errors)
    assert.deepStrictEqual(errors, [])
  })

  it("shows outcomes and failures without its script, and says what needs it", () => {
    for (const text of [
      "<h4>Unmet: ",
      "line 1",
      "In &lt;/script&gt;",
      "remote-assist-e2e ./my/dies.ts",
      "needs JavaScript"
    ])
      assert.include(page, text)
    for (const text of ["Timeline of requests", "curl http://", "changes of the state"]) assert.notInclude(page, text)
  })

  it("cuts long bodies, and says so", () => {
    const long = "x".repeat(20_001)
    assert.notInclude(whole, long)
    assert.match(whole, /Cut here: 10012 of 30012 characters are not shown\. The reporter json has all\./)
  })

  it("has no element or attribute that a name or a value brought in, and loads nothing", () => {
    const all = elements(whole)
    const names = all.map(({ nodeName }) => nodeName)
    assert.strictEqual(names.filter((name) => name === "script").length, 1)
    for (const name of ["img", "link", "iframe"]) assert.notInclude(names, name)
    const attributes = all.flatMap(({ attrs = [] }) => attrs)
    for (const { name, value } of attributes) {
      assert.notMatch(name, /^on|^src$|^style$/)
      if (name === "href") assert.match(value, /^#/)
    }
  })

  it("shows steps, requests in time, the difference, curl lines, the command and changes of the state", () => {
    for (const text of [
      "the user is deactivated",
      "Timeline of requests",
      "EnterpriseUsers.update → 200",
      "<del>- &quot;&lt;/script&gt;",
      "<ins>+ &quot;line 1",
      "curl http://",
      "remote-assist-e2e ./my/dies.ts",
      "changes of the state",
      "<del>- true</del>\n<ins>+ false</ins>"
    ])
      assert.include(whole, text)
    assert.strictEqual(elements(page).filter(({ nodeName }) => nodeName === "article").length, 6)
  })

  it.skipIf(chromium === undefined)(
    `opens in Chromium without a network${chromium === undefined ? " (skipped: no Chromium is installed here)" : ""}`,
    async () => {
      const dom = await rendered()
      assert.include(dom, "6 of 6 shown")
      assert.notInclude(dom, "<title>owned")
      assert.match(dom, /<title>3 passed, 2 failed, 1 flaky/)
      assert.notInclude(dom, "the user is deactivated")
      // what is opened is unpacked
      const opened = `document.querySelector("[data-name=passes] > details").open = true`
      assert.include(await used(opened), "the user is deactivated")
      // a link to a request opens what it is in
      const [anchor = ""] = /s\d+-1-0/.exec(whole) ?? []
      assert.match(await rendered(`#${anchor}`), new RegExp(`<details class="exchange[^>]*id="${anchor}"[^>]* open`))
    },
    120_000
  )

  it("charts for each operation how often it was called, and how long its answers took", () => {
    const rows = elements(page).filter(({ nodeName }) => nodeName === "tr")
    const bars = elements(page).flatMap(({ attrs = [] }) =>
      attrs.flatMap(({ name, value }) => (name === "aria-label" ? [value] : []))
    )
    assert.isAbove(rows.length, 4)
    assert.include(bars, "EnterpriseUsers.provision: 1 succeeded, 0 refused, 0 without an answer")
    assert.isTrue(bars.some((bar) => /^Auth\.logIn: \d+ to \d+ ms, half within \d+ ms, 95% within \d+ ms$/.test(bar)))
  })

  it.skipIf(chromium === undefined)(
    "filters by text, status, verdict and tag, and is led through by keys, in Chromium",
    async () => {
      assert.include(await used(chosen("text", "is DEACTIVATED")), "1 of 6 shown")
      assert.include(await used(chosen("status", "400")), "1 of 6 shown")
      assert.include(await used(chosen("verdict", "Failed")), "2 of 6 shown")
      assert.include(await used(chosen("tag", "smoke")), "1 of 6 shown")
      assert.include(await used(`${chosen("tag", "smoke")};${pressed("j")}${titleOfFocus}`), "<title>Passed passes")
      const cleared = `${pressed("/")}${chosen("text", "nothing has this")};${pressed("Escape")}`
      assert.include(await used(cleared), "6 of 6 shown")
    },
    120_000
  )
})
