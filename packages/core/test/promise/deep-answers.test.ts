import { afterEach, assert, beforeEach, describe, it } from "vitest"

import type { Remote } from "../../src/promise.ts"
import { loggedIn, usual } from "./service.ts"

const deep = (depth: number) => `${"[".repeat(depth)}"canary-4711"${"]".repeat(depth)}`

const answers = (body: string) =>
  loggedIn((seen, response) => {
    if (seen.path.endsWith("/auth")) return usual(seen, response)
    response.setHeader("content-type", "application/json")
    response.end(body)
    return undefined
  })

/** What a value holds at its innermost. */
const innermost = (value: any): any => {
  let inner = value
  while (Array.isArray(inner)) [inner] = inner
  return inner
}

describe("an answer nested deeper than a stack goes", () => {
  const unhandled: Array<unknown> = []
  const note = (reason: unknown) => unhandled.push(reason)

  beforeEach(() => process.on("unhandledRejection", note))

  afterEach(() => {
    process.off("unhandledRejection", note)
    assert.deepStrictEqual(unhandled.splice(0), [])
  })

  it.each<[string, (remote: Remote) => Promise<any>]>([
    ["request", (remote) => remote.request("GET", "/v1/unheard_of")],
    ["update", (remote) => remote.enterpriseUsers.update(7, { active: true }).then(({ body }) => body)],
    [
      "withResponse",
      (remote) =>
        remote.enterpriseUsers
          .remove(7)
          .withResponse()
          .then(({ raw }) => raw)
    ]
  ])("ends the call: %s", { timeout: 5_000 }, async (_, call) => {
    const { remote } = await answers(deep(9_000))
    const secret = innermost(await call(remote))
    assert.strictEqual(String(secret), "<secret>")
    assert.isString(secret.reveal())
  })

  it("is revealed as JSON up to that depth", async () => {
    const { remote } = await answers(deep(70))
    assert.match(innermost(await remote.request("GET", "/v1/unheard_of")).reveal(), /^\[+"canary-4711"\]+$/)
  })
})
