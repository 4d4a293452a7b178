import { assert, describe, it } from "vitest"

import { startEmulator } from "../../../src/library/promise.ts"
import { asking } from "../../tenants/support/client.ts"

describe("a user token", () => {
  it("is valid in another emulator with the same seed, but not with another issuer or audience", async () => {
    await using home = await startEmulator({ issuer: "here", audience: "us" })
    const token = await asking(home).logIn("ada")
    for (const [options, works] of [
      [{ issuer: "here", audience: "us" }, true],
      [{ issuer: "there", audience: "us" }, false],
      [{ issuer: "here", audience: "others" }, false],
      [{ issuer: "here", audience: "us", seed: 2 }, false]
    ] as const) {
      await using other = await startEmulator(options)
      const { json, status } = await asking(other).send("GET", "/us/api/v1r1/enterprise/users", undefined, token)
      assert.strictEqual(status, works ? 200 : 400, JSON.stringify(options))
      if (!works) assert.match(json.message, /another issuer or audience|not issued by the us region of this tenant/)
    }
  })
})
