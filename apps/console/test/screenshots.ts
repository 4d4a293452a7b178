import { mkdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

import { launch, start } from "./browser.ts"

// takes a picture of each view in light and dark for the documentation; needs the built console

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: fileURLToPath(new URL("../../../docs/console", import.meta.url)) },
    width: { type: "string", default: "1120" }
  }
})

const { emulator, key, logIn, origin, send } = await start()

const put = (path: string, body: unknown, method = "POST") =>
  fetch(`${origin}/__mock/${path}`, { method, body: JSON.stringify(body) })

await put("clock", { set: "2026-03-02T09:30:00Z", scale: 0 })
const ada = await logIn()
await send("GET", "/v1r1/enterprise/users?page_size=2", undefined, ada)
await send("GET", "/v1r1/enterprise/pods", undefined, ada)
await put("snapshots/before-the-rename", null, "PUT")
await send("PUT", "/v1r1/enterprise/users/102", { name: "Grace B. Hopper" }, ada)
await send(
  "POST",
  "/v1/register",
  { user_info: { email: "mary@example.com", name: "Mary Jackson", password: "correct-horse" } },
  key
)
await send("GET", "/v1r1/enterprise/users", undefined, { ...key, "x-service-api-key": "my-old-key" })
await put("faults", { operations: ["Calls.list"], does: { kind: "status", status: 503 } })
await send("GET", "/v1/calls", undefined, ada)
await put("calls", { from: "ada", to: "grace", steps: [{ do: "ring" }, { do: "answer" }] })
await put("clock", { advance: "3 hours", scale: 60 })
await send("GET", "/v1/calls/recent", undefined, ada)
await fetch(`${origin}/t/checkout-tests/__mock/health`)

/** The places to show, by the names of the pictures. */
const places: Readonly<Record<string, string>> = {
  requests: "#/requests/6",
  outbox: "#/outbox/1",
  world: "#/world/102",
  calls: "#/world?box=calls",
  clock: "#/clock",
  faults: "#/faults/fault-1?operation=Calls.list",
  snapshots: "#/snapshots?from=before-the-rename",
  gaps: "#/gaps/api-key.form",
  tenants: "#/tenants/default"
}

await mkdir(values.out, { recursive: true })
const browser = await launch()
for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: Number(values.width), height: 640 } })
  for (const [name, hash] of Object.entries(places)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    await page.goto(`${origin}/__mock/${hash}`)
    await page.waitForTimeout(300)
    if (name === "calls")
      await page
        .getByRole("row", { name: /ada|Ada/ })
        .first()
        .click()
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${values.out}/${name}-${colorScheme}.png` })
  }
  await page.close()
}
await browser.close()
await emulator.close()
