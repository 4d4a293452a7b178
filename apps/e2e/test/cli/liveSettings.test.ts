import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "vitest"

import { liveSettings } from "../support/killed.ts"
import { folderOf, ran } from "../support/reported.ts"

/** A service that only counts what reaches it. */
const counting = async () => {
  const seen = { requests: 0 }
  const server = createServer((_, response) => {
    seen.requests++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return { seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const own = (files: Readonly<Record<string, string>> = {}) => {
  const { folder, remove } = folderOf(files)
  onTestFinished(remove)
  return folder
}

const scenarios = ["pods/one-pod-is-the-default", "auth/refreshes-both-tokens", "--target", "live"]

const where = String.raw`in the environment or in a file given with --config`

// the README's settings for a live region, with what each is to be
const needed: ReadonlyArray<readonly [string, string]> = [
  ["REMOTE_ASSIST_REGION", "us or eu"],
  ["REMOTE_ASSIST_US_URL", "the address of the service, such as https://us.example.com"],
  ["REMOTE_ASSIST_API_KEY", "the key that was issued for the site"],
  ["REMOTE_ASSIST_EMAIL", "the e-mail address of an administrator, such as ada@example.com"],
  ["REMOTE_ASSIST_PASSWORD", "the password of an administrator"],
  [
    "REMOTE_ASSIST_COLLEAGUE_EMAIL",
    "the e-mail address of an active user whom scenarios may deactivate for a moment, such as ada@example.com"
  ],
  ["REMOTE_ASSIST_COLLEAGUE_PASSWORD", "the password of an active user whom scenarios may deactivate for a moment"],
  ["REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN", "a personal access token"]
]

const wrong: ReadonlyArray<readonly [string, string, string]> = [
  ["REMOTE_ASSIST_REGION", "mars", "us or eu"],
  ["REMOTE_ASSIST_US_URL", "us.example.com", "address such as https://us.example.com"],
  ["REMOTE_ASSIST_API_KEY_HEADER", "a header", "no header can have this name"],
  ["REMOTE_ASSIST_EMAIL", "ada", "Set it to the e-mail address of an administrator"],
  ["REMOTE_ASSIST_COLLEAGUE_EMAIL", "linus", "Set it to the e-mail address of an active user"]
]

describe("the settings of a live region", { timeout: 60_000 }, () => {
  it.each(needed)("are asked for before anything runs: %s", async (name, wanted) => {
    const { origin, seen } = await counting()
    const { code, err, out } = await ran(scenarios, own(), { ...liveSettings(origin), [name]: undefined })
    const region = name === "REMOTE_ASSIST_REGION" ? ", or give --region" : ""
    assert.strictEqual(err, `The setting ${name} is missing: set it to ${wanted}, ${where}${region}.\n`)
    assert.deepStrictEqual({ code, out, requests: seen.requests }, { code: 2, out: "", requests: 0 })
  })

  it.each(wrong)("are refused before anything runs: %s %j", async (name, value, sentence) => {
    const { origin, seen } = await counting()
    const { code, err, out } = await ran(scenarios, own(), { ...liveSettings(origin), [name]: value })
    assert.match(err, new RegExp(`^The setting ${name} cannot be used: [^\n]*${sentence}[^\n]*\n$`))
    assert.deepStrictEqual({ code, out, requests: seen.requests }, { code: 2, out: "", requests: 0 })
  })

  it("come from a file too", async () => {
    const { origin, seen } = await counting()
    const settings = Object.entries({ ...liveSettings(origin), REMOTE_ASSIST_COLLEAGUE_PASSWORD: "" })
    const folder = own({ "live.env": settings.map(([name, value]) => `${name}=${value}`).join("\n") })
    const { code, err } = await ran([...scenarios, "--config", join(folder, "live.env")], folder)
    assert.match(err, /^The setting REMOTE_ASSIST_COLLEAGUE_PASSWORD is missing: /)
    assert.deepStrictEqual({ code, requests: seen.requests }, { code: 2, requests: 0 })
  })

  it.each([[["compare", "in-process", "live", "pods"]]])("are asked for by %j", async (args) => {
    const { origin } = await counting()
    const { code, err, out } = await ran(args, own(), {
      ...liveSettings(origin),
      REMOTE_ASSIST_COLLEAGUE_EMAIL: undefined
    })
    assert.match(err, /^The setting REMOTE_ASSIST_COLLEAGUE_EMAIL is missing: /)
    assert.deepStrictEqual({ code, out }, { code: 2, out: "" })
  })
})
