import { assert, describe, it, vi } from "vitest"

import type { Logger, Settings } from "../../src/promise.ts"
import { loggedIn, usersPage, usual } from "./service.ts"
import type { Answer } from "./service.ts"

/** Answers users that drift, and a list that gets shorter when its second page is read. */
const drifting = (): Answer => {
  let isShorter = false
  return (seen, response) => {
    if (seen.path.endsWith("/auth")) return usual(seen, response)
    const page = Number(seen.query.get("page") ?? 1)
    isShorter ||= page === 2
    const entries = usersPage(page).entries.map((entry) => ({ ...entry, name: 5 }))
    return { ...usersPage(page), entries, total_entries: isShorter ? 5 : 6 }
  }
}

const throws = () => {
  throw new TypeError("canary-4711")
}

const rejects = async () => throws()

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Logs in and calls, with settings, and yields what the program was warned of. */
const warnings = async (settings: Partial<Settings>, logger: (lines: Array<string>) => Logger, onShrink = () => {}) => {
  const lines: Array<string> = []
  const unhandled: Array<unknown> = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on("unhandledRejection", note)
  const { remote } = await loggedIn(drifting(), { ...settings, logger: logger(lines) })
  assert.strictEqual((await remote.enterpriseUsers.list()).entries[0]?.id, 1)
  const ids: Array<number> = []
  for await (const { id } of remote.enterpriseUsers.stream({}, { onShrink })) ids.push(id)
  assert.deepStrictEqual(ids, [1, 2, 3, 4, 5, 6])
  await remote.close()
  await settled()
  process.off("unhandledRejection", note)
  assert.deepStrictEqual(unhandled, [])
  return lines
}

const warned = (lines: Array<string>): Logger => ({ debug: () => undefined, warn: (line) => lines.push(line) })

describe.each([
  ["throws", throws],
  ["rejects", rejects]
])("a callback that %s fails no call, and is warned of", (_, callback) => {
  it.each(["onTokens", "onDrift"] as const)("%s", async (name) => {
    const [line = ""] = await warnings({ [name]: callback }, warned)
    assert.match(line, new RegExp(`^remote-assist ${name} threw TypeError at .*callbacks\\.test`))
    assert.notInclude(line, "canary")
  })

  it("onShrink", async () => {
    const lines = await warnings({}, warned, callback)
    assert.match(lines.join("\n"), /^remote-assist onShrink threw TypeError at /m)
  })

  it("to debug if the logger takes no warnings", async () => {
    const lines = await warnings({ onDrift: callback }, (lines) => ({ debug: (line) => lines.push(line) }))
    assert.match(lines.join("\n"), /^remote-assist onDrift threw TypeError/m)
  })

  it("reports an exception of the logger once on the console", async () => {
    const written = vi.spyOn(console, "warn").mockImplementation(() => undefined)
    await warnings({}, () => ({ debug: callback, warn: callback }))
    assert.lengthOf(written.mock.calls, 1)
    assert.match(String(written.mock.calls[0]), /^remote-assist the logger threw TypeError at /)
  })
})

describe("a logger that is an object with methods", () => {
  it("is called as such", async () => {
    class Lines {
      readonly all: Array<string> = []
      debug(line: string) {
        this.all.push(line)
      }
    }
    const logger = new Lines()
    const { remote } = await loggedIn(usual, { logger })
    await remote.enterpriseUsers.list()
    assert.match(logger.all.join("\n"), /EnterpriseUsers\.list/)
  })
})
