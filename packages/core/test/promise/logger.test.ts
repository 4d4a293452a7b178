import { assert, describe, it, vi } from "vitest"

import type { Shrink } from "../../src/promise.ts"
import { clientOf, loggedIn, usual } from "./service.ts"
import type { Answer } from "./service.ts"

const credentials = { email: "ada", password: "correct-horse" }

describe("the logger of a client", () => {
  it("logger: gets a line for each call, without ids and secrets", async () => {
    const lines: Array<string> = []
    const { remote } = await loggedIn(
      (seen, response) => (seen.method === "PUT" ? { id: 4711 } : usual(seen, response)),
      { logger: { debug: (line) => lines.push(line) } }
    )
    lines.length = 0
    await remote.enterpriseUsers.list({ filter: "email=canary@example.com" })
    await remote.enterpriseUsers.deactivate(4711)
    assert.strictEqual(lines.length, 2)
    assert.match(
      lines[0] ?? "",
      /GET \/v1r1\/enterprise\/users \(EnterpriseUsers\.list\): 200 after \d+ ms, attempt 1$/
    )
    assert.match(lines[1] ?? "", /PUT \/v1r1\/enterprise\/users\/:user_id/)
    assert.notMatch(lines.join("\n"), /canary|4711|token|correct-horse|key-1/)
  })

  it("logger: is warned of what was put right, and false writes nothing", async () => {
    const shrinking = (): Answer => {
      let isShorter = false
      return (seen, response) => {
        isShorter ||= seen.query.get("page") === "2"
        const answer = usual(seen, response)
        return isShorter ? { ...Object(answer), total_entries: 5 } : answer
      }
    }
    const warnings: Array<string> = []
    const { remote } = await loggedIn(shrinking(), {
      logger: { debug: () => undefined, warn: (line) => warnings.push(line) }
    })
    const shrinks: Array<Shrink> = []
    for await (const _ of remote.enterpriseUsers.stream({}, { onShrink: (shrink) => shrinks.push(shrink) })) continue
    assert.deepStrictEqual(shrinks[0], { before: 6, after: 5 })
    assert.match(warnings[0] ?? "", /^remote-assist A list shrank/)
    const written = vi.spyOn(console, "warn").mockImplementation(() => undefined)
    const { remote: silent } = await loggedIn(shrinking(), { logger: false })
    for await (const _ of silent.enterpriseUsers.stream()) continue
    assert.strictEqual(written.mock.calls.length, 0)
  })

  it("REMOTE_ASSIST_DEBUG: writes the lines to standard error", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => undefined)
    vi.stubEnv("REMOTE_ASSIST_DEBUG", "1")
    const { remote } = await clientOf(usual, { logger: undefined })
    await remote.session.logIn(credentials)
    vi.unstubAllEnvs()
    const { remote: quiet } = await clientOf(usual, { logger: undefined })
    await quiet.session.logIn(credentials)
    assert.strictEqual(written.mock.calls.length, 1)
    assert.match(String(written.mock.calls[0]), /POST \/v1\/auth/)
  })
})
