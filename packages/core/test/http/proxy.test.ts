import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, setGlobalProxyFromEnv } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { generate } from "selfsigned"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"

import * as HttpNode from "../../src/HttpNode.ts"
import { startProxy } from "../support/proxy.ts"

const script = fileURLToPath(new URL("../support/through-proxy.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "remote-assist-proxy-"))
const http = createServer((_, response) => response.writeHead(203).end())
const https = createTlsServer((_, response) => response.writeHead(206).end())
const port = ({ port }: AddressInfo) => port

/** Requests addresses in a process with proxy settings; returns its lines and the requests that the proxy received. */
const requestFrom = async (urls: ReadonlyArray<string>, env: Record<string, string>, server = http) => {
  using proxy = await startProxy(() => port(server.address() as AddressInfo))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...urls], {
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
      HTTP_PROXY: proxy.origin,
      HTTPS_PROXY: proxy.origin,
      NODE_NO_WARNINGS: "1",
      ...env
    }
  })
  return { lines: stdout.trim().split("\n"), seen: proxy.seen }
}

describe.skipIf(!("setGlobalProxyFromEnv" in process.getBuiltinModule("node:http")))(
  "HttpNode",
  { timeout: 30_000 },
  () => {
    beforeAll(async () => {
      const { cert, private: key } = await generate([{ name: "commonName", value: "us.example.test" }], {
        extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "us.example.test" }] }]
      })
      writeFileSync(join(folder, "ca.pem"), cert)
      https.setSecureContext({ cert, key })
      await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
      await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", resolve))
    })

    afterAll(() => {
      for (const server of [http, https]) {
        server.close()
        server.closeAllConnections()
      }
      rmSync(folder, { recursive: true })
    })

    it.each([{ NODE_USE_ENV_PROXY: "1" }, { NODE_OPTIONS: "--use-env-proxy" }])(
      "sends http requests through HTTP_PROXY, as fetch does: %j",
      async (env) => {
        const { lines, seen } = await requestFrom(["http://us.example.test/api/v1/pods?page=2"], env)
        assert.match(lines.join(), /^203 203 http:\/\/127\.0\.0\.1:\d+$/)
        assert.include(seen, "GET http://us.example.test/api/v1/pods?page=2")
        // undici tunnels http as well
        assert.lengthOf(seen, 2)
      }
    )

    it("tunnels https requests through HTTPS_PROXY, as fetch does", async () => {
      const { lines, seen } = await requestFrom(["https://us.example.test/"], { NODE_USE_ENV_PROXY: "1" }, https)
      assert.match(lines.join(), /^206 206 http:\/\/127\.0\.0\.1:\d+$/)
      assert.deepStrictEqual(seen, ["CONNECT us.example.test:443", "CONNECT us.example.test:443"])
    })

    it("sends requests to hosts of NO_PROXY directly, as fetch does", async () => {
      const url = `http://127.0.0.1:${port(http.address() as AddressInfo)}/`
      const { lines, seen } = await requestFrom([url], { NODE_USE_ENV_PROXY: "1", NO_PROXY: "127.0.0.1" })
      assert.deepStrictEqual(lines, ["203 203 undefined"])
      assert.isEmpty(seen)
    })

    it("names the proxy if there is no connection to it, and its variable, without its password", async () => {
      const { lines } = await requestFrom(["http://us.example.test/", "https://us.example.test/"], {
        NODE_USE_ENV_PROXY: "1",
        HTTP_PROXY: "http://user:secret@127.0.0.1:1",
        HTTPS_PROXY: "http://proxy.invalid:8080",
        SHOW_REASON: "1"
      })
      assert.match(
        lines[0] ?? "",
        / no connection to the proxy http:\/\/127\.0\.0\.1:1 \(check HTTP_PROXY\): connect ECONN/
      )
      assert.match(lines[1] ?? "", / no connection to the proxy http:\/\/proxy\.invalid:8080 \(check HTTPS_PROXY\): /)
    })

    it("names no proxy if another host refuses the connection", async () => {
      const { lines } = await requestFrom(["http://127.0.0.1:1/"], {
        NODE_USE_ENV_PROXY: "1",
        NO_PROXY: "127.0.0.1",
        SHOW_REASON: "1"
      })
      assert.match(lines[0] ?? "", / connect ECONNREFUSED 127\.0\.0\.1:1 undefined$/)
      assert.notInclude(lines[0] ?? "", "proxy")
    })

    it.each([{}, { NODE_USE_ENV_PROXY: "1", NODE_OPTIONS: "--no-use-env-proxy" }, { NODE_USE_ENV_PROXY: "true" }])(
      "uses no proxy unless Node does, as fetch: %j",
      async (env) => {
        const { lines, seen } = await requestFrom(["http://us.example.test/"], { NODE_USE_ENV_PROXY: "", ...env })
        assert.deepStrictEqual(lines, ["failed failed undefined"])
        assert.isEmpty(seen)
      }
    )

    const proxyFor = (url: string, env: Readonly<Record<string, string>>) => {
      const restore = setGlobalProxyFromEnv({ HTTP_PROXY: "http://user:secret@proxy.example:3128/", ...env })
      onTestFinished(restore)
      return HttpNode.proxyFor(new URL(url))
    }

    it("knows the proxy of HTTP or HTTPS without its credentials", () => {
      assert.strictEqual(proxyFor("http://us.example/api", {}), "http://proxy.example:3128")
      assert.isUndefined(proxyFor("https://us.example/api", {}))
      assert.strictEqual(
        proxyFor("https://us.example/api", { https_proxy: "http://other.example" }),
        "http://other.example"
      )
    })

    it.each([
      "*",
      "us.example",
      "us.example:8080, a.example",
      ".example",
      "*.example",
      "a.example us.example",
      "[::1]"
    ])("knows no proxy for an exception in NO_PROXY=%s", (exceptions) => {
      const env = { NO_PROXY: exceptions }
      assert.isUndefined(proxyFor(exceptions === "[::1]" ? "http://[::1]:4010" : "http://us.example:8080", env))
      assert.strictEqual(proxyFor("http://us.test", env), exceptions === "*" ? undefined : "http://proxy.example:3128")
    })
  }
)
