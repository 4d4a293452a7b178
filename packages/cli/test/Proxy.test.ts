import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"

import * as Proxy from "../src/Proxy.ts"

beforeEach(() => void vi.stubEnv("NO_PROXY", "intranet.example").stubEnv("no_proxy", undefined))

afterEach(() => void vi.unstubAllEnvs())

describe("bypassForThisMachine", () => {
  it("adds this machine to the exceptions of the environment", () => {
    Proxy.bypassForThisMachine()
    assert.strictEqual(process.env["NO_PROXY"], "intranet.example,localhost,127.0.0.1,[::1],::1")
    assert.strictEqual(process.env["NO_PROXY"], process.env["no_proxy"])
  })
})
