import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"

import * as Proxy from "../src/Proxy.ts"

const set = (variables: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

beforeEach(() => {
  for (const name of ["http_proxy", "https_proxy", "no_proxy", "HTTPS_PROXY", "NO_PROXY"]) vi.stubEnv(name, undefined)
  set({ NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://user:secret@proxy.example:3128/" })
})

afterEach(() => void vi.unstubAllEnvs())

const proxyFor = (url: string) => Proxy.proxyFor(new URL(url))

describe("proxyFor", () => {
  it("returns the proxy of HTTP or HTTPS without its credentials", () => {
    assert.strictEqual(proxyFor("http://us.example/api"), "http://proxy.example:3128")
    assert.isUndefined(proxyFor("https://us.example/api"))
    set({ https_proxy: "http://other.example" })
    assert.strictEqual(proxyFor("https://us.example/api"), "http://other.example")
  })

  it("returns undefined if this process does not use the proxies of the environment", () => {
    set({ NODE_USE_ENV_PROXY: "" })
    assert.isUndefined(proxyFor("http://us.example"))
  })

  it.each(["*", "us.example", "us.example:8080, a.example", ".example", "*.example", "a.example us.example"])(
    "returns undefined for an exception in NO_PROXY=%s",
    (exceptions) => {
      set({ NO_PROXY: exceptions })
      assert.isUndefined(proxyFor("http://us.example:8080"))
      assert.strictEqual(proxyFor("http://us.test"), exceptions === "*" ? undefined : "http://proxy.example:3128")
    }
  )
})

describe("bypassForThisMachine", () => {
  it("adds this machine to the exceptions of the environment", () => {
    set({ NO_PROXY: "intranet.example" })
    Proxy.bypassForThisMachine()
    for (const host of ["127.0.0.1", "localhost", "[::1]", "intranet.example"])
      assert.isUndefined(proxyFor(`http://${host}:4010`))
    assert.strictEqual(proxyFor("http://us.example"), "http://proxy.example:3128")
    assert.strictEqual(process.env["NO_PROXY"], "intranet.example,localhost,127.0.0.1,[::1],::1")
    assert.strictEqual(process.env["NO_PROXY"], process.env["no_proxy"])
  })
})
