import { assert, describe, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { asking } from "./support/client.ts"

describe("a token", () => {
  it("is invalid after its tenant ended, even if the name is reused", async () => {
    await using emulator = await startEmulator()
    const { create, logIn, send, whose } = asking(emulator, "other")
    await create("one@example.org")
    const token = await logIn("one@example.org")
    assert.strictEqual(await whose(token), "105")
    await send("DELETE", "/__mock/tenants/other")
    await create("two@example.org")
    assert.strictEqual(await whose(await logIn("two@example.org")), "105")
    assert.isUndefined(await whose(token))
  })

  it("from before a snapshot is valid after each restore, and one of the default world after a reset", async () => {
    await using emulator = await startEmulator()
    const { create, logIn, send, whose } = asking(emulator)
    await create("one@example.org")
    const tokens = [await logIn("ada"), await logIn("one@example.org"), await logIn("grace")]
    await send("PUT", "/__mock/snapshots/ready")
    for (let round = 0; round < 3; round++) {
      await create("two@example.org")
      await send("POST", "/__mock/snapshots/ready/restore")
      assert.deepStrictEqual(await Promise.all(tokens.map(whose)), ["101", "105", "102"])
    }
    await send("POST", "/__mock/reset")
    assert.deepStrictEqual(await Promise.all(tokens.map(whose)), ["101", undefined, "102"])
  })

  it("from after an undone deactivation counts as from before the next one", async () => {
    await using emulator = await startEmulator({ gaps: { "token.after-deactivation": "void" } })
    const { logIn, send, whose } = asking(emulator)
    const admin = await logIn("ada")
    const toggle = async () => {
      for (const active of [false, true]) await send("PUT", "/us/api/v1r1/enterprise/users/102", { active }, admin)
    }
    await toggle()
    const token = await logIn("grace")
    assert.strictEqual(await whose(token), "102")
    await send("POST", "/__mock/undo", { count: 3 })
    await toggle()
    assert.isUndefined(await whose(token))
    assert.strictEqual(await whose(await logIn("grace")), "102")
  })
})
