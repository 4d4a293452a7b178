import { gzipSync } from "node:zlib"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { partsOf, raw } from "../support/rawSocket.ts"

/** Addresses, and the fields of their error form. */
const forms = [
  ["/us/api/v1/auth", "application/json", ["code", "message"]],
  ["/us/api/v1r1/auth", "application/json", ["code", "message", "name"]],
  ["/__mock/clock", "application/problem+json", ["type", "status", "title", "detail"]],
  ["/t/a/__mock/clock?x", "application/problem+json", ["type", "status", "title", "detail"]]
] as const

const host = "host: localhost\r\n"
const empty = "content-length: 0\r\n\r\n"

/** Invalid requests: the version, the headers, the status, and the message. */
const cases = {
  "no host": ["1.1", empty, 400, /host is missing/],
  "two hosts": ["1.1", `${host}Host: localhost\r\n${empty}`, 400, /host is repeated/],
  "two hosts in HTTP/1.0": ["1.0", `${host}${host}${empty}`, 400, /host is repeated/],
  "two tokens": ["1.1", `${host}authorization: a\r\nAuthorization: b\r\n${empty}`, 400, /authorization is repeated/],
  "two types of the body": [
    "1.1",
    `${host}content-type: text/plain\r\ncontent-type: application/json\r\n${empty}`,
    400,
    /content-type is repeated/
  ],
  "a body that is compressed on its way": [
    "1.1",
    `${host}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    501,
    /transfer-encoding is gzip, chunked/
  ],
  "an unknown expectation": ["1.1", `${host}expect: miracles\r\n${empty}`, 417, /miracles/],
  "a compressed body": ["1.1", `${host}content-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}`, 415, /gzip/],
  "headers that are too large": ["1.1", `${host}x-large: ${"a".repeat(20_000)}\r\n\r\n`, 431, /16 KiB/],
  "an invalid chunk": ["1.1", `${host}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400, /chunk size/],
  "another version": ["3.1", `${host}${empty}`, 400, /HTTP version/]
} as const

layer(Emulator.layerServer({ port: 0 }))(
  "a request that violates HTTP is rejected in the error form of its address:",
  (it) => {
    for (const [name, [version, rest, status, says]] of Object.entries(cases))
      it.effect(name, () =>
        Effect.gen(function* () {
          for (const [path, type, keys] of forms) {
            const answer = partsOf(yield* raw(`POST ${path} HTTP/${version}\r\nconnection: close\r\n${rest}`))
            assert.strictEqual(answer.status, status, path)
            assert.strictEqual(answer.headers["content-type"], type, path)
            const json = JSON.parse(answer.body)
            assert.sameMembers(Object.keys(json), [...keys])
            assert.match(json.detail ?? json.message, says)
          }
        })
      )

    it.effect("ignores an encoding without a body, and identity", () =>
      Effect.gen(function* () {
        const to = (line: string, rest: string) =>
          raw(`${line} HTTP/1.1\r\n${host}connection: close\r\ncontent-encoding: ${rest}`)
        assert.strictEqual(partsOf(yield* to("GET /__mock/clock", "gzip\r\n\r\n")).status, 200)
        assert.strictEqual(
          partsOf(yield* to("POST /__mock/clock", "identity\r\ncontent-length: 2\r\n\r\n{}")).status,
          200
        )
      })
    )
  }
)

layer(Emulator.layer())("without a socket", (it) => {
  it.effect("rejects a compressed body", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch } = yield* Emulator
      const answer = yield* Effect.promise(() =>
        fetch(`${baseUrl.us}/api/v1r1/auth`, {
          method: "POST",
          headers: { "content-encoding": "gzip" },
          body: gzipSync('{"email":"ada@example.com","password":"correct-horse"}')
        })
      )
      assert.strictEqual(answer.status, 415)
    })
  )
})
