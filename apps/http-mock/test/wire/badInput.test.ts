import { connect } from "node:net"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { at, recordAt, textAt } from "../support/json.ts"
import { key, send } from "../support/wire.ts"
import type { Answer, Sent } from "../support/wire.ts"

const isV1 = ({ json, status, type }: Answer) => {
  assert.strictEqual(status, 401)
  assert.strictEqual(type, "application/json")
  assert.deepStrictEqual(Object.keys(recordAt(json)), ["code", "message"])
}

const isV1R1 = ({ json, status, type }: Answer) => {
  assert.strictEqual(status, 400)
  assert.strictEqual(type, "application/json")
  assert.deepStrictEqual(Object.keys(recordAt(json)), ["code", "message", "name"])
  assert.strictEqual(at(json, "name"), "generic")
}

const both = (sent: Sent, says: RegExp) =>
  Effect.gen(function* () {
    for (const [path, check] of [
      ["/api/v1/auth", isV1],
      ["/api/v1r1/auth", isV1R1]
    ] as const) {
      const answer = yield* send("POST", path, sent)
      check(answer)
      assert.match(textAt(answer.json, "message"), says)
    }
  })

const raw = (text: string | Buffer) =>
  Effect.flatMap(Emulator, ({ baseUrl }) =>
    Effect.callback<string>((resume) => {
      const socket = connect(Number(new URL(baseUrl.us).port), "127.0.0.1", () => socket.write(text))
      const received: Array<unknown> = []
      socket.setEncoding("utf8")
      socket.on("data", (chunk) => received.push(chunk))
      socket.on("close", () => resume(Effect.succeed(received.join(""))))
    })
  )

layer(Emulator.layerServer({ port: 0 }))("bad input", (it) => {
  it.effect("another content type is rejected, with the right one", () =>
    Effect.gen(function* () {
      for (const type of ["text/plain", "application/x+json"])
        yield* both(
          { headers: { ...key, "content-type": type }, body: "{}" },
          /^The header content-type is (text\/plain|application\/x\+json)\. Send JSON .*application\/json/
        )
    })
  )

  it.effect("a missing field and a wrong value are named in plain words", () =>
    Effect.gen(function* () {
      yield* both({ body: "{}" }, /^The body is invalid: email is missing\. Add it\.$/)
      yield* both({ body: '{"email":5,"password":"x"}' }, /^The body is invalid: email: use a text\.$/)
      for (const body of ["", " \n"])
        yield* both({ body }, /^The body is missing\. Send a JSON object with email and password\.$/)
      yield* both(
        { body: '{\n "a": 1,' },
        /^The body is invalid: it is not JSON from line 2, column 9\. Correct it there\.$/
      )
    })
  )

  it.effect("text that is not UTF-8 is rejected, announced or not", () =>
    Effect.gen(function* () {
      for (const charset of ["latin1", '"UTF-16"'])
        yield* both(
          { headers: { ...key, "content-type": `application/json; charset=${charset}` }, body: "{}" },
          /charset (latin1|UTF-16),.* UTF-8/
        )
      for (const [path, status] of [
        ["/us/api/v1/auth", 401],
        ["/us/api/v1r1/auth", 400]
      ] as const) {
        const json = '{"email":"ada\xe9@example.com","password":"x"}'
        const answer = yield* raw(
          Buffer.from(
            `POST ${path} HTTP/1.1\r\nhost: x\r\nx-service-api-key: demo-api-key\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${json.length}\r\n\r\n${json}`,
            "latin1"
          )
        )
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*The body is not UTF-8\\.`, "s"))
      }
      const quoted = { ...key, "content-type": 'application/json;charset="UTF-8"' }
      assert.strictEqual(
        at((yield* send("POST", "/api/v1r1/auth", { headers: quoted, body: "{}" })).json, "code"),
        1009
      )
    })
  )

  it.effect("a lone surrogate is rejected, and a pair accepted", () =>
    Effect.gen(function* () {
      for (const half of ["\\ud800", "\\udc00", "\\uD83D \\uDE00", "\\\\\\ud83d"])
        yield* both({ body: `{"email":"${half}","password":"x"}` }, /half a character/)
      yield* both({ body: '{"\\udfff":"x"}' }, /half a character/)
      for (const whole of ["\\uD83D\\uDE00", "\\\\ud800", "😀"])
        assert.strictEqual(
          at((yield* send("POST", "/api/v1r1/auth", { body: `{"email":"${whole}","password":"x"}` })).json, "code"),
          1001
        )
    })
  )

  it.effect("a body of more than 1 MiB is rejected, announced or chunked", () =>
    Effect.gen(function* () {
      yield* both({ body: "x".repeat(2 ** 20 + 1) }, /larger than 1 MiB/)
      const chunks = Array.from({ length: 17 }, () => `10000\r\n${"x".repeat(65_536)}\r\n`).join("")
      const answer = yield* raw(
        `POST /us/api/v1r1/auth HTTP/1.1\r\nhost: x\r\nx-service-api-key: demo-api-key\r\ncontent-type: application/json\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`
      )
      assert.match(answer, /^HTTP\/1\.1 400 .*larger than 1 MiB/s)
    })
  )

  const piece = Buffer.alloc(64 * 1024, " ")
  const announced = `content-length: ${128 * 2 ** 20 + 1}`

  it.effect.each([
    ["POST /us/api/v1r1/auth", [announced], /^HTTP\/1\.1 400 .*larger than 1 MiB/s],
    ["POST /us/api/v1r1/auth", [announced, "connection: close"], /^HTTP\/1\.1 400 .*larger than 1 MiB/s],
    ["POST /us/api/v1r1/auth", ["transfer-encoding: chunked"], /^HTTP\/1\.1 400 .*larger than 1 MiB/s],
    ["POST /us/api/v1r1/auth", [announced, "content-encoding: gzip"], /^HTTP\/1\.1 415 /],
    ["PUT /__mock/state", [announced], /^HTTP\/1\.1 413 .*larger than 128 MiB/s]
  ] as const)(
    "the rejection of %s %j arrives at a client that reads only after it has sent 32 MiB",
    ([start, fields, says]) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Emulator
        const { host, port } = new URL(baseUrl.us)
        const isChunked = fields[0].endsWith("chunked")
        const answer = yield* Effect.callback<string>((resume) => {
          const socket = connect(Number(port), "127.0.0.1")
          const end = (received: unknown) => {
            resume(Effect.succeed(String(received)))
            socket.destroy()
          }
          socket.on("error", end)
          const send = (left: number) => {
            if (left === 0) return socket.once("data", end)
            if (isChunked) socket.write(`${piece.length.toString(16)}\r\n`)
            socket.write(piece)
            return socket.write(isChunked ? "\r\n" : "", () => setImmediate(() => send(left - 1)))
          }
          const headers = [
            `host: ${host}`,
            "x-service-api-key: demo-api-key",
            "content-type: application/json",
            ...fields
          ]
          socket.write(`${start} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`, () => send(512))
        })
        assert.match(answer, says)
      })
  )

  it.effect("a body of exactly 1 MiB is accepted", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ email: "ada", password: "x" }).padEnd(2 ** 20)
      assert.strictEqual(at((yield* send("POST", "/api/v1r1/auth", { body })).json, "code"), 1001)
    })
  )

  it.effect("a path without a region is rejected, with the regions", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Emulator
      const at = (path: string) =>
        Effect.promise(async (): Promise<any> => (await fetch(new URL(path, baseUrl.us))).json())
      assert.match((yield* at("/api/v1/auth")).message, /\/us or \/eu/)
      assert.deepInclude((yield* at("/")).regions, {
        us: { base_url: baseUrl.us, log_in: `POST ${baseUrl.us}/api/v1r1/auth` }
      })
      const ofTeam = new URL("/t/team-a", baseUrl.us).href
      for (const path of ["/t/team-a", "/t/team-a/"])
        assert.strictEqual((yield* at(path)).regions.eu.base_url, `${ofTeam}/eu`)
    })
  )
})
