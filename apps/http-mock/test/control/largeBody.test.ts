import { assert, describe, it } from "@effect/vitest"

import { startEmulator } from "../../src/library/promise.ts"

const tooMuch = Buffer.alloc(128 * 1024 * 1024 + 1, " ")

describe("a large body of a control request", () => {
  it("is rejected beyond the limit, with and without a length, and changes nothing", { timeout: 60_000 }, async () => {
    await using emulator = await startEmulator({ port: 0 })
    const state = `${new URL(emulator.baseUrl.us).origin}/__mock/state`
    // in this process: on a busy machine a socket is idle for too long while such a body is made
    const before = await (await emulator.fetch(state)).text()
    const sent = { method: "PUT", headers: { "content-type": "application/json" } }
    const chunked = new Blob([tooMuch]).stream()
    for (const answer of [
      await fetch(state, { ...sent, body: tooMuch }),
      await fetch(state, { ...sent, body: chunked, duplex: "half" }),
      await emulator.handler(new Request(state, { ...sent, body: tooMuch }))
    ]) {
      assert.strictEqual(answer.status, 413)
      assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
      assert.match(await answer.text(), /larger than 128 MiB\. Send a smaller/)
    }
    assert.strictEqual(await (await emulator.fetch(state)).text(), before)
    const again = await emulator.fetch(state, { ...sent, body: before })
    assert.strictEqual(again.status, 200)
  })
})
