import { connect } from "node:net"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { originOf } from "../support/control.ts"
import { raw } from "../support/rawSocket.ts"
import { logIn } from "../support/wire.ts"

const call = "/us/api/v1/calls/call_00000000-0000-4000-8000-000000000001"

const headers = Effect.map(
  logIn(),
  ({ token }) => `host: x\r\nx-service-api-key: demo-api-key\r\nauthorization: ${token}\r\n`
)

const get = (path: string, head: string, rest = "") => `GET ${path} HTTP/1.1\r\n${head}${rest}\r\n`

layer(Emulator.layerServer({ port: 0, users: 5000, gaps: { "page.maximum-size": 5000 } }))(
  "requests that a client sends without waiting",
  (it) => {
    it.effect("are answered in their order, each after the change before it", () =>
      Effect.gen(function* () {
        const head = yield* headers
        for (const note of ["one", "two", "three"]) {
          const body = JSON.stringify({ alt1_id: note })
          const put = `PUT ${call} HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
          const answers = yield* raw(`${put}${get(call, head, "connection: close\r\n")}`)
          assert.deepStrictEqual(answers.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 200"])
          assert.include(answers, `"alt1_id":"${note}"`)
        }
      })
    )

    it.effect("are not answered ahead for a client that reads nothing", () =>
      Effect.gen(function* () {
        const { journal } = yield* Effect.flatMap(Emulator, ({ control }) => control)
        const head = yield* headers
        const { hostname, port } = new URL(yield* originOf)
        const page = get("/us/api/v1r1/enterprise/users?page_size=5000", head)
        const count = Effect.map(
          journal.list({ query: { operation: "EnterpriseUsers.list" } }),
          (entries) => entries.length
        )
        // each answer has 4 MB, so that the system buffers hold few
        const socket = connect(Number(port), hostname, () => socket.write(page.repeat(40)))
        socket.pause()
        while ((yield* count) === 0) yield* Effect.yieldNow
        for (let request = 0; request < 20; request++) yield* raw(get(call, head, "connection: close\r\n"))
        assert.isBelow(yield* count, 20)
        socket.destroy()
      })
    )
  }
)
