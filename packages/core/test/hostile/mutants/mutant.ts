import { gzipSync } from "node:zlib"

import * as Effect from "effect/Effect"

import * as Contract from "../../../src/Contract.ts"
import { generator } from "../../../src/testing/codec.ts"
import { echoes } from "../answers/echoes.ts"
import { refusal } from "../answers/statuses.ts"
import { answer, message } from "../answers/write.ts"
import type { Answer, ReceivedRequest } from "../server.ts"
import { damaged } from "./bytes.ts"
import { draws } from "./draws.ts"
import type { Draws } from "./draws.ts"
import { changed } from "./json.ts"

const spellings = Object.values(echoes)

interface Documented {
  readonly status: number
  readonly body: string
  readonly echoes: boolean
}

/** What the contract has the service answer, or refuse with an echo of the request. */
const documented = (request: ReceivedRequest, draws: Draws): Documented => {
  const operation = Contract.match(request.method, request.path, { anyLength: true })?.operation
  if (operation === undefined || draws.below(4) === 0) {
    const [status, body] = refusal(request, spellings[draws.below(spellings.length)]?.(request) ?? "No")
    return { status, body, echoes: true }
  }
  const body = Effect.runSync(generator(operation)(`${draws.below(1000)}`, {}))
  return { status: 200, body: body === undefined ? "" : JSON.stringify(body), echoes: false }
}

const bent = (body: string, draws: Draws): string => {
  if (body === "" || draws.below(2) === 0) return body
  let value: unknown = JSON.parse(body)
  for (let times = draws.below(3); times >= 0; times--) value = changed(value, draws)
  return JSON.stringify(value) ?? ""
}

const statuses = [200, 200, 200, 201, 204, 302, 400, 401, 401, 403, 404, 408, 429, 500, 503, 600] as const

const bytesOf = (request: ReceivedRequest, draws: Draws): Buffer => {
  const { body: plain, echoes, status } = documented(request, draws)
  const body = bent(plain, draws)
  const isCompressed = draws.below(8) === 0
  let bytes = message(
    draws.below(4) === 0 ? draws.pick(statuses) : status,
    {
      "content-type": draws.pick(["application/json", "text/plain", "text/html; charset=utf-16", ""]),
      ...(isCompressed ? { "content-encoding": "gzip" } : {}),
      ...(draws.below(8) === 0
        ? { "retry-after": draws.pick(["0", "-1", "1e9", "x", "Fri, 31 Dec 9999 23:59:59 GMT"]) }
        : {})
    },
    isCompressed ? gzipSync(body) : body
  )
  // a secret that is damaged is another text
  for (let times = echoes ? 0 : draws.below(3); times > 0; times--) bytes = damaged(bytes, draws)
  return bytes
}

/** The answer of a number: the same seed and number answer the same request alike. */
export const mutant = (seed: number, number: number): Answer =>
  answer(
    `seed ${seed}, answer ${number}`,
    (socket, request) => {
      const drawn = draws(seed, `${number} ${request.method} ${request.path} ${request.index}`)
      const bytes = bytesOf(request, drawn)
      const cut = drawn.below(3) === 0 ? drawn.below(bytes.length) : 0
      const end = () => {
        const ending = drawn.pick(["stay", "stay", "end", "reset"] as const)
        if (ending === "end") socket.end()
        if (ending === "reset") socket.resetAndDestroy()
      }
      socket.write(bytes.subarray(0, cut))
      setImmediate(() => {
        if (!socket.destroyed) socket.write(bytes.subarray(cut), end)
      })
    },
    { slow: true }
  )
