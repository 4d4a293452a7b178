import { createServer } from "node:http"
import { connect } from "node:net"
import type { AddressInfo } from "node:net"

import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { followConnections } from "../../src/server/Listener.ts"
import { originOf } from "../support/control.ts"
import { partsOf, raw, rawAt } from "../support/rawSocket.ts"

const page = "http://localhost:5173"

const forms = [
  ["/us/api/v1/auth", ["code", "message"]],
  ["/us/api/v1r1/auth", ["code", "message", "name"], 100]
] as const

const refused = (answer: string, status: number, keys: ReadonlyArray<string>, says: RegExp) => {
  const { body, headers, status: found } = partsOf(answer)
  assert.strictEqual(found, status, answer)
  assert.strictEqual(headers["content-type"], "application/json")
  assert.strictEqual(headers["content-length"], String(Buffer.byteLength(body)))
  const json = JSON.parse(body)
  assert.deepStrictEqual(Object.keys(json), [...keys])
  assert.match(json.message, says)
  assert.strictEqual(headers["access-control-allow-origin"], page, answer)
}

/** A request of a page, by its method, path and the rest of it. */
const of = (method: string, path: string, rest: string, host = "host: x\r\n") =>
  `${method} ${path} HTTP/1.1\r\n${host}origin: ${page}\r\n${rest}`

/** Requests that node rejects, with the status and the message. */
const cases = {
  "an unknown expectation": ["connection: close\r\nexpect: miracles\r\ncontent-length: 0\r\n\r\n", 417, /miracles/],
  "headers that are too large": [`x-large: ${"a".repeat(20_000)}\r\n\r\n`, 431, /16 KiB/],
  "a body of two lengths": ["content-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc", 400, /Transfer-Encoding/],
  "an invalid chunk": ["transfer-encoding: chunked\r\n\r\nzz\r\n", 400, /chunk size/],
  "an invalid header": ["a b: c\r\n\r\n", 400, /header/]
} as const

const tooLarge = { rest: `x-large: ${"a".repeat(20_000)}\r\n\r\n`, status: 431 }

const good = "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"

layer(Emulator.layerServer({ port: 0 }))(
  "a request that node cannot parse is rejected in the form of its path's version:",
  (it) => {
    for (const [name, [rest, status, says]] of Object.entries(cases))
      it.effect(name, () =>
        Effect.gen(function* () {
          for (const [path, keys] of forms) refused(yield* raw(of("POST", path, rest)), status, keys, says)
          assert.match(yield* raw(good), /^HTTP\/1\.1 200 OK\r\n/)
        })
      )

    it.effect("a space in the path", () =>
      Effect.gen(function* () {
        refused(yield* raw(of("GET", "/us/api/v1/a b", "\r\n")), 400, ["code", "message"], /not HTTP\/1\.1/)
        refused(yield* raw(of("GET", "/us/api/v1r1/?a b", "\r\n")), 400, ["code", "message", "name"], /not HTTP\/1\.1/)
      })
    )

    it.effect("an unknown method", () =>
      Effect.gen(function* () {
        refused(yield* raw(of("FOO", "/us/api/v1/calls", "\r\n")), 400, ["code", "message"], /method FOO is not known/)
        refused(yield* raw(of("get", "/us/api/v1r1/auth", "\r\n")), 400, ["code", "message", "name"], /method get is/)
        assert.match(yield* raw("\x16\x03\x01\x02\r\n\r\n"), /not HTTP\/1\.1/)
      })
    )

    it.effect("an overlong URL", () =>
      Effect.gen(function* () {
        for (const length of [17_000, 200_000]) {
          const answer = yield* raw(`GET /us/api/v1/calls?${"a".repeat(length)} HTTP/1.1\r\nhost: x\r\n\r\n`)
          const { body, status } = partsOf(answer)
          assert.strictEqual(status, 414)
          assert.deepStrictEqual(Object.keys(JSON.parse(body)), ["code", "message"])
          assert.match(body, /URL is longer than 16 KiB/)
        }
      })
    )

    it.effect("a version in the query", () =>
      Effect.gen(function* () {
        const { rest, status } = tooLarge
        refused(yield* raw(of("GET", "/us/api/v1?/x", rest)), status, ["code", "message"], /16 KiB/)
        refused(yield* raw(of("GET", "/us/api?/v1/", rest)), status, ["code", "message", "name"], /16 KiB/)
      })
    )

    it.effect("HEAD, without a body", () =>
      Effect.gen(function* () {
        const { body, headers, status } = partsOf(yield* raw(of("HEAD", "/us/api/v1/calls", tooLarge.rest)))
        assert.deepStrictEqual([status, body], [tooLarge.status, ""])
        assert.isAbove(Number(headers["content-length"]), 0)
      })
    )

    it.effect("a request without a host", () =>
      Effect.gen(function* () {
        for (const [path, keys] of forms)
          refused(yield* raw(of("GET", path, "connection: close\r\n\r\n", "")), 400, keys, /host/)
        assert.match(yield* raw("GET /us/api/v1/calls HTTP/1.0\r\n\r\n"), /^HTTP\/1\.1 401 /)
      })
    )

    it.effect("bytes that are not a request", () =>
      Effect.gen(function* () {
        const answer = partsOf(yield* raw("hello\r\n\r\n"))
        assert.strictEqual(answer.status, 400)
        assert.deepStrictEqual(Object.keys(JSON.parse(answer.body)), ["code", "message", "name"])
      })
    )

    it.effect("a second request, after the answer to the first", () =>
      Effect.gen(function* () {
        const answers = yield* raw(
          `GET /us/api/v1r1/calls HTTP/1.1\r\nhost: x\r\n\r\n${of("GET", "/us/api/v1/calls", "a b: c\r\n\r\n")}`
        )
        assert.match(answers, /^HTTP\/1\.1 400 Bad Request\r\n.*no operation.*HTTP\/1\.1 400 Bad Request\r\n/s)
        refused(answers.slice(answers.lastIndexOf("HTTP/1.1 400")), 400, ["code", "message"], /header/)
      })
    )

    it.effect("a body that ends before its announced end", () =>
      Effect.gen(function* () {
        const { hostname, port } = new URL(yield* originOf)
        const half = (path: string, rest: string) =>
          Effect.callback<string>((resume) => {
            const socket = connect(Number(port), hostname).setEncoding("utf8")
            socket.on("data", (answer) => resume(Effect.succeed(String(answer))))
            socket.end(of("POST", path, rest))
          })
        for (const [path, keys] of forms) {
          const short =
            /^The body ended before its content-length of 100\. Send the whole body, or its actual length\.$/
          refused(yield* half(path, 'content-length: 100\r\n\r\n{"email":'), 400, keys, short)
          const unfinished = /^The connection ended before the end of the request\. Send the whole request\.$/
          refused(yield* half(path, "transfer-encoding: chunked\r\n\r\n5\r\n{"), 400, keys, unfinished)
        }
      })
    )

    it.effect("the control plane, without CORS headers", () =>
      Effect.gen(function* () {
        const { headers } = partsOf(
          yield* raw(of("POST", "/__mock/clock", "expect: miracles\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"))
        )
        assert.notProperty(headers, "access-control-allow-origin")
      })
    )
  }
)

describe("a request that does not arrive in time", () => {
  it.live.each([
    // on a busy machine the head may arrive late
    ["in its body", of("POST", "/us/api/v1/auth", "content-length: 9\r\n\r\nabc"), ["code", "message"], 1000],
    ["in its head", "POST /us/api/v1/auth HTTP/1.1\r\nhost: x\r\n", ["code", "message", "name"], 100]
  ] as const)("is rejected, %s", ([where, text, keys, timeout]) =>
    Effect.gen(function* () {
      const server = createServer({
        headersTimeout: timeout,
        requestTimeout: timeout,
        connectionsCheckingInterval: 20
      })
      server.on("request", (request) => request.on("error", () => {}).resume())
      followConnections(server, "*")
      yield* Effect.callback<void>((resume) => void server.listen(0, () => resume(Effect.void)))
      const { port } = server.address() as AddressInfo
      const { body, headers, status } = partsOf(yield* rawAt(`http://127.0.0.1:${port}`, text))
      assert.strictEqual(status, 408)
      assert.deepStrictEqual(Object.keys(JSON.parse(body)), [...keys])
      assert.strictEqual(headers["access-control-allow-origin"], where === "in its body" ? page : undefined)
      server.close()
    })
  )
})
