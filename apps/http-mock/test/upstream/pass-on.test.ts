import { once } from "node:events"
import { request } from "node:http"
import type { IncomingMessage } from "node:http"
import { connect } from "node:net"
import { gzipSync } from "node:zlib"

import { assert, describe, it } from "vitest"

import { at, recordAt } from "../support/json.ts"
import { before, bodyOf, echo, rawService, seen, service } from "./support/service.ts"

/** The answer of an address, with raw headers. */
const raw = async (url: string, method = "GET") => {
  const sent = request(url, { method })
  sent.end()
  const [answer] = (await once(sent, "response")) as [IncomingMessage]
  return {
    status: answer.statusCode,
    message: answer.statusMessage,
    rawHeaders: answer.rawHeaders,
    body: await bodyOf(answer)
  }
}

const valuesOf = (rawHeaders: ReadonlyArray<string>, wanted: string) =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === wanted)

/** Sends bytes, and returns the response until the connection closes. */
const exchanged = async (url: string, text: string) => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1")
  socket.write(text)
  return Buffer.concat(await socket.toArray()).toString("latin1")
}

describe("a request that is passed on", () => {
  it("keeps its method, path, query and body, and has the host of the upstream", async () => {
    const us = await echo()
    const { baseUrl } = await before(`${us}/base/`)
    const body = Buffer.from([0, 255, 13, 10, 0x80])
    const path = "/api/v2/a%2fb//c;d/?q=%zz&x=+&&é=%C3%A9"
    const answer = await fetch(`${baseUrl.us}${path}`, { method: "PROPFIND", headers: { "x-own": "a, b" }, body })
    const { headers, method, url, body: sent } = recordAt(await seen(answer))
    assert.strictEqual(method, "PROPFIND")
    assert.strictEqual(url, `/base${path.replace("é", "%C3%A9")}`)
    assert.strictEqual(at(headers, "host"), new URL(us).host)
    assert.strictEqual(at(headers, "x-own"), "a, b")
    assert.strictEqual(sent, body.toString("latin1"))
  })

  it("loses hop-by-hop headers in both directions", async () => {
    const us = await service((sent, answer) => {
      answer.setHeader("connection", "x-hop")
      answer.setHeader("keep-alive", "timeout=77")
      answer.setHeader("proxy-authenticate", "Basic")
      answer.setHeader("x-hop", "1")
      answer.setHeader("x-end", "1")
      answer.end(JSON.stringify(sent.rawHeaders))
    })
    const { baseUrl } = await before(us)
    const text = await exchanged(
      baseUrl.us,
      `POST /us/api/v2/x HTTP/1.1\r\nHost: a\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nTE: trailers\r\nKeep-Alive: 5\r\nUpgrade: h2c\r\nProxy-Authorization: Basic x\r\nx-mock-driver: sdk\r\nX-End: 1\r\nX-End: 2\r\nContent-Length: 0\r\n\r\n`
    )
    const [head = "", body = ""] = text.split("\r\n\r\n")
    assert.match(head, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(head, /x-end: 1/)
    assert.notMatch(head, /x-hop|timeout=77|proxy-authenticate/i)
    const sent = JSON.parse(body.replace(/^[\da-f]+\r\n|\r\n0$/g, "")) as ReadonlyArray<string>
    const names = sent.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
    assert.deepStrictEqual(valuesOf(sent, "x-end"), ["1", "2"])
    for (const hopHeader of ["x-hop", "te", "upgrade", "proxy-authorization", "x-mock-driver"])
      assert.notInclude(names, hopHeader)
    assert.match(valuesOf(sent, "via").join(), /^1\.1 remote-assist-mock-/)
  })

  it("keeps the credentials of the client, and gets no others", async () => {
    const { baseUrl } = await before(await echo())
    const without = await seen(await fetch(`${baseUrl.us}/api/v2/x`))
    assert.notProperty(at(without, "headers"), "authorization")
    assert.notProperty(at(without, "headers"), "x-service-api-key")
    const headers = { authorization: "Bearer t", "x-service-api-key": "k" }
    assert.deepInclude(at(await seen(await fetch(`${baseUrl.us}/api/v2/x`, { headers })), "headers"), headers)
  })

  it("may have a compressed or a chunked body", async () => {
    const { baseUrl } = await before(await echo())
    const body = gzipSync("text")
    const headers = { "content-encoding": "gzip", "x-service-api-key": "demo-api-key" }
    const passed = await fetch(`${baseUrl.us}/api/v2/x`, { method: "POST", headers, body })
    assert.strictEqual(at(await seen(passed), "body"), body.toString("latin1"))
    assert.strictEqual((await fetch(`${baseUrl.us}/api/v1r1/auth`, { method: "POST", headers, body })).status, 415)
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from("in "))
        controller.enqueue(Buffer.from("pieces"))
        controller.close()
      }
    })
    const chunked = await seen(await fetch(`${baseUrl.us}/api/v2/x`, { method: "POST", body: stream, duplex: "half" }))
    assert.strictEqual(at(chunked, "body"), "in pieces")
    assert.strictEqual(at(chunked, "headers", "transfer-encoding"), "chunked")
  })

  it("is for a selected operation, or for none", async () => {
    const us = await service((_, answer) => answer.end('"upstream"'))
    const one = await before(us)
    const chosen = await before(us, { upstreamOperations: ["Calls.list", "Pods.*"] })
    const all = await before(us, { upstreamOperations: ["*"] })
    const ask = async ({ baseUrl }: typeof one, path: string, region: "us" | "eu" = "us") =>
      (await fetch(`${baseUrl[region]}${path}`)).text().then((text) => text === '"upstream"')
    const paths = ["/api/v1/calls", "/api/v1r1/enterprise/pods", "/api/v1/calls/recent", "/api/v2/x"]
    const answersOf = (emulator: typeof one) => Promise.all(paths.map((path) => ask(emulator, path)))
    assert.deepStrictEqual(await answersOf(one), [false, false, false, true])
    assert.deepStrictEqual(await answersOf(chosen), [true, true, false, true])
    assert.deepStrictEqual(await answersOf(all), [true, true, true, true])
    assert.isFalse(await ask(all, "/api/v2/x", "eu"))
    assert.isFalse(await ask(all, "/../__mock"))
  })

  it("is passed on in process", async () => {
    const us = await service(async (sent, answer) => {
      answer.setHeader("set-cookie", ["a=1; Path=/", "b=2"])
      answer.end(await bodyOf(sent))
    })
    const { startEmulator } = await import("../../src/library/promise.ts")
    await using inProcess = await startEmulator({ upstream: { us } })
    const answer = await inProcess.fetch(`${inProcess.baseUrl.us}/api/v2/x`, { method: "POST", body: "sent" })
    assert.strictEqual(await answer.text(), "sent")
    assert.deepStrictEqual(answer.headers.getSetCookie(), ["a=1; Path=/", "b=2"])
  })
})

describe("an answer of an upstream", () => {
  it("keeps its status, reason, cookies and encoded bytes", async () => {
    const bytes = gzipSync("packed")
    const us = await service((_, answer) => {
      answer.writeHead(418, "Tea Pot", [
        "set-cookie",
        "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT",
        "Set-Cookie",
        "b=%zz; HttpOnly",
        "content-encoding",
        "gzip",
        "x-twice",
        "1",
        "x-twice",
        "2"
      ])
      answer.end(bytes)
    })
    const { baseUrl } = await before(us)
    const { body, message, rawHeaders, status } = await raw(`${baseUrl.us}/api/v2/x`)
    assert.strictEqual(status, 418)
    assert.strictEqual(message, "Tea Pot")
    assert.deepStrictEqual(body, bytes)
    assert.deepStrictEqual(valuesOf(rawHeaders, "set-cookie"), [
      "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT",
      "b=%zz; HttpOnly"
    ])
    assert.strictEqual(valuesOf(rawHeaders, "x-twice").join(", "), "1, 2")
    assert.deepStrictEqual(valuesOf(rawHeaders, "content-type"), [])
  })

  it("may be a redirect, which is not followed", async () => {
    const us = await service((_, answer) => answer.writeHead(302, { location: "/elsewhere?a=b" }).end())
    const { baseUrl } = await before(us)
    const answer = await fetch(`${baseUrl.us}/api/v2/x`, { redirect: "manual" })
    assert.strictEqual(answer.status, 302)
    assert.strictEqual(answer.headers.get("location"), "/elsewhere?a=b")
  })

  it.each([
    ["HEAD", 200, "12345"],
    ["GET", 304, undefined],
    ["GET", 204, undefined],
    ["DELETE", 205, "0"]
  ] as const)("to %s with %i has no body, and the headers of one", async (method, status, length) => {
    const us = await service((_, answer) =>
      answer.writeHead(status, { etag: '"e"', ...(length === undefined ? {} : { "content-length": length }) }).end()
    )
    const { baseUrl } = await before(us)
    for (let times = 0; times < 2; times += 1) {
      const got = await raw(`${baseUrl.us}/api/v2/x`, method)
      assert.strictEqual(got.status, status)
      assert.lengthOf(got.body, 0)
      assert.deepStrictEqual(valuesOf(got.rawHeaders, "etag"), ['"e"'])
      if (status === 200) assert.deepStrictEqual(valuesOf(got.rawHeaders, "content-length"), ["12345"])
    }
  })

  it("loses trailers and the chunks of the upstream", async () => {
    const us = await rawService((socket) =>
      socket.once("data", () =>
        socket.end(
          "HTTP/1.1 200 OK\r\nTrailer: x-sum\r\nTransfer-Encoding: chunked\r\n\r\n2;ext=1\r\nab\r\n1\r\nc\r\n0\r\nx-sum: 9\r\n\r\n"
        )
      )
    )
    const { baseUrl } = await before(us)
    const { body, rawHeaders } = await raw(`${baseUrl.us}/api/v2/x`)
    assert.strictEqual(body.toString(), "abc")
    assert.notInclude(rawHeaders.join().toLowerCase(), "x-sum")
  })

  it("has CORS headers, as any answer of the service", async () => {
    const us = await service((_, answer) =>
      answer.writeHead(200, { "access-control-allow-origin": "https://other.example" }).end()
    )
    const { baseUrl } = await before(us)
    const { headers } = await fetch(`${baseUrl.us}/api/v2/x`, { headers: { origin: "http://localhost:5173" } })
    assert.strictEqual(headers.get("access-control-allow-origin"), "http://localhost:5173")
  })

  it("does not get the confirmation link that a browser opens", async () => {
    const { baseUrl, demo } = await before(await echo())
    const link = `${baseUrl.us}/api/v1/register/confirm?confirmation_token=confirm-demo-new`
    const opened = await fetch(link, { headers: { accept: "text/html" } })
    assert.strictEqual(opened.status, 200)
    assert.notProperty(await seen(opened), "rawHeaders")
    const again = await fetch(link, { method: "POST", headers: { "x-service-api-key": demo.apiKey } })
    assert.strictEqual(again.status, 401)
    const all = await before(await echo(), { upstreamOperations: ["*"] })
    const passed = await fetch(link.replace(baseUrl.us, all.baseUrl.us), { headers: { accept: "text/html" } })
    assert.strictEqual(at(await seen(passed), "method"), "GET")
  })
})
