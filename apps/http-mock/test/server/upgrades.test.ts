import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { partsOf, raw } from "../support/rawSocket.ts"

const body = JSON.stringify({ email: "ada@example.com", password: "correct-horse" })

const head = [
  "POST /us/api/v1r1/auth HTTP/1.1",
  "host: emulator",
  "x-service-api-key: demo-api-key",
  "content-type: application/json"
]

// as the HttpClient of the JDK and curl --http2 start
const upgrade = [
  "connection: Upgrade, HTTP2-Settings",
  "upgrade: h2c",
  "http2-settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA"
]

const ending = "GET / HTTP/1.1\r\nhost: emulator\r\nconnection: close\r\n\r\n"

const written = (lines: ReadonlyArray<string>) => `${lines.join("\r\n")}\r\n\r\n`

const bodies = {
  "a length": [`content-length: ${body.length}`, body],
  chunks: ["transfer-encoding: chunked", `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  "chunks one by one": [
    "transfer-encoding: chunked",
    `${Array.from(body, (one) => `1\r\n${one}\r\n`).join("")}0\r\n\r\n`
  ]
} as const

layer(Emulator.layerServer({ port: 0 }))("an upgrade request", (it) => {
  for (const [name, [framing, sent]] of Object.entries(bodies))
    it.effect(`is ignored, with a body by ${name}, and the connection goes on`, () =>
      Effect.gen(function* () {
        const answer = yield* raw(written([...head, ...upgrade, framing]) + sent, ending)
        assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
        assert.match(answer, /"token":.*HTTP\/1\.1 200 OK\r\n.*remote-assistance service/s)
      })
    )

  it.effect("is ignored for a websocket", () =>
    Effect.gen(function* () {
      const answer = yield* raw(
        written([
          "GET / HTTP/1.1",
          "host: emulator",
          "connection: Upgrade",
          "upgrade: websocket",
          "sec-websocket-version: 13",
          "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
        ]),
        ending
      )
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*HTTP\/1\.1 200 OK\r\n/s)
    })
  )
})

layer(Emulator.layerServer({ port: 0 }))("CONNECT", (it) => {
  it.effect("is rejected with a message, and the emulator continues", () =>
    Effect.gen(function* () {
      const refused = partsOf(yield* raw("CONNECT us.example.com:443 HTTP/1.1\r\nhost: us.example.com:443\r\n\r\n"))
      assert.strictEqual(refused.status, 501)
      assert.match(JSON.parse(refused.body).message, /not a proxy/)
      assert.strictEqual(refused.headers["content-length"], String(refused.body.length))
      assert.match(yield* raw(ending), /^HTTP\/1\.1 200 OK\r\n/)
    })
  )
})
