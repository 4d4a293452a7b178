import { once } from "node:events"
import { request } from "node:http"
import type { IncomingMessage } from "node:http"
import { createServer as createSecure } from "node:https"

import selfsigned from "selfsigned"
import { assert, describe, it, onTestFinished } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { at, recordAt } from "../support/json.ts"
import { before, emulator, portOf, rawService, service } from "./support/service.ts"

const failureOf = async (us: string, options = {}, path = "/api/v2/x") => {
  const { baseUrl, control } = await before(us, options)
  const answer = await fetch(`${baseUrl.us}${path}`)
  const body = await answer.json()
  return { status: answer.status, body, message: String(at(body, "message") ?? body), control }
}

const closedPort = async () => {
  const { createServer } = await import("node:net")
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe("the failure of an upstream is answered", () => {
  it("as 502 in the error form of the path if the connection is refused", async () => {
    const us = `http://127.0.0.1:${await closedPort()}`
    const { body, control, message, status } = await failureOf(us)
    assert.strictEqual(status, 502)
    assert.strictEqual(
      message,
      `The upstream ${us} does not answer: connect ECONNREFUSED ${new URL(us).host}. Check --upstream, and that the service runs.`
    )
    assert.sameMembers(Object.keys(recordAt(body)), ["code", "message", "name"])
    const [entry] = await control.journal.list()
    assert.deepInclude(entry, { status: 502, passed: true, reason: message })
    const whole = await control.journal.read({ params: { id: entry?.id ?? 0 } })
    assert.strictEqual(whole.upstream?.failure, message)
    assert.strictEqual(whole.upstream?.status, null)
    const v1 = await failureOf(us, { upstreamOperations: ["*"] }, "/api/v1/calls/recent")
    assert.sameMembers(Object.keys(recordAt(v1.body)), ["code", "message"])
    assert.strictEqual(v1.status, 502)
  })

  it.each([
    ["closes", "", /other side closed \(UND_ERR_SOCKET\)/],
    ["speaks no HTTP", "SSH-2.0-OpenSSH\r\n", /does not match the HTTP\/1\.1 protocol \(.*\)\. Check/],
    ["breaks off its head", "HTTP/1.1 200 OK\r\nx: ", /does not answer: /],
    [
      "sends both lengths",
      "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
      /content-length/
    ],
    ["has headers without an end", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}`, /UND_ERR_HEADERS_OVERFLOW/],
    ["has no such status", "HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n", /its status is 999/]
  ] as const)("as 502 if the upstream %s", async (_, says, why) => {
    const us = await rawService((socket) => socket.once("data", () => socket.end(says)))
    const { message, status } = await failureOf(us)
    assert.strictEqual(status, 502)
    assert.match(message, why)
  })

  it("as 504 after a timeout, and the connection is closed", async () => {
    const disconnected = Promise.withResolvers<void>()
    const us = await rawService((socket) => socket.on("close", () => disconnected.resolve()).resume())
    const { message, status } = await failureOf(us, { upstreamTimeout: 50 })
    assert.strictEqual(status, 504)
    assert.match(message, /sent nothing for 0\.05 seconds.*--upstream-timeout/)
    await disconnected.promise
  })

  it("as a broken connection if the body ends early, and in the journal", async () => {
    const us = await rawService((socket) =>
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", () => socket.resetAndDestroy())
      })
    )
    const { baseUrl, control } = await before(us)
    const failed = await fetch(`${baseUrl.us}/api/v2/x`)
      .then((answer) => answer.text())
      .then(
        () => undefined,
        (error: unknown) => error
      )
    assert.instanceOf(failed, TypeError)
    const [entry] = await control.journal.list()
    const { answer, upstream } = await control.journal.read({ params: { id: entry?.id ?? 0 } })
    assert.match(upstream?.failure ?? "", /closed the connection within its answer/)
    assert.strictEqual(answer?.body.text, "half")
  })

  it("as 508 if the upstream leads back, directly or by another emulator", async () => {
    const port = await closedPort()
    const other = await emulator({ upstream: { us: `http://127.0.0.1:${port}/us` } })
    const itself = await startEmulator({ port, upstream: { us: other.baseUrl.us, eu: `http://127.0.0.1:${port}/eu` } })
    onTestFinished(itself.close)
    for (const region of ["us", "eu"] as const) {
      const answer = await fetch(`${itself.baseUrl[region]}/api/v2/x`)
      assert.strictEqual(answer.status, 508)
      assert.match(await answer.text(), /came back to this emulator/)
    }
  })

  it.each([
    [
      "self-signed",
      "127.0.0.1",
      /self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. If you trust .*NODE_EXTRA_CA_CERTS/
    ],
    ["no TLS", "plain", /TLS with it failed \((?:EPROTO|ERR_SSL_\w+)\)/]
  ] as const)("as 502 with the error of TLS: %s", async (_, kind, why) => {
    const pems = await selfsigned.generate([{ name: "commonName", value: "service.example" }], { keySize: 2048 })
    const us = await service(
      (_, answer) => answer.end(),
      ...(kind === "plain" ? [] : [createSecure({ key: pems.private, cert: pems.cert })])
    )
    const { message, status } = await failureOf(us.replace("http:", "https:"))
    assert.strictEqual(status, 502)
    assert.match(message, why)
  })
})

describe("a client that disconnects", () => {
  it("ends the request to the upstream, before and during the answer", async () => {
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const ended = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const us = await service((sent, answer) => {
      const at = sent.url === "/api/v2/head" ? 0 : 1
      answer.on("close", () => ended[at].resolve())
      if (at === 1) answer.write("first")
      begun[at].resolve()
    })
    const { baseUrl } = await before(us)
    const leaving = new AbortController()
    const head = fetch(`${baseUrl.us}/api/v2/head`, { signal: leaving.signal }).catch(() => "left")
    await begun[0].promise
    leaving.abort()
    assert.strictEqual(await head, "left")
    await ended[0].promise
    const sent = request(`${baseUrl.us}/api/v2/body`).on("error", () => {})
    sent.end()
    const [answer] = (await once(sent, "response")) as [IncomingMessage]
    await once(answer, "data")
    sent.destroy()
    await ended[1].promise
  })

  it("ends the request to the upstream during its own body", async () => {
    const ended = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const us = await service((sent) => {
      sent.once("data", () => begun.resolve())
      sent.on("error", () => ended.resolve())
    })
    const { baseUrl } = await before(us)
    const sent = request(`${baseUrl.us}/api/v2/x`, { method: "POST", headers: { "content-length": "1000" } })
    sent.on("error", () => {})
    sent.write("part")
    await begun.promise
    sent.destroy()
    assert.isUndefined(await ended.promise)
  })
})

describe("an upstream that answers early", () => {
  it("reaches the client before the end of the request body", async () => {
    const us = await service((_, answer) => answer.writeHead(413, { connection: "close" }).end("too much"))
    const { baseUrl } = await before(us)
    const sent = request(`${baseUrl.us}/api/v2/x`, { method: "POST" })
    sent.on("error", () => {})
    sent.write("begun")
    const [answer] = (await once(sent, "response")) as [IncomingMessage]
    assert.strictEqual(answer.statusCode, 413)
    sent.destroy()
  })
})

describe("a kept-alive connection", () => {
  it("is reused, and a request is retried if the connection was closed", async () => {
    let connections = 0
    const us = await rawService((socket) => {
      connections += 1
      const first = connections === 1
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx")
        // closed before the next request
        if (first) socket.once("data", () => socket.destroy())
      })
    })
    const { baseUrl } = await before(us)
    assert.strictEqual(await (await fetch(`${baseUrl.us}/api/v2/x`)).text(), "x")
    assert.strictEqual(await (await fetch(`${baseUrl.us}/api/v2/x`)).text(), "x")
    assert.strictEqual(connections, 2)
  })
})
