import * as Headers from "effect/http/Headers"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { startExchange } from "../../../../src/tenants/Journal.ts"
import type { Exchange } from "../../../../src/tenants/Journal.ts"
import type * as Journal from "../../../../src/tenants/Journal.ts"

/** A new request. */
export const exchange = (): Exchange =>
  startExchange(
    { region: "us", operation: undefined, method: "GET", url: "/us/", path: "/", query: "", headers: Headers.empty },
    0,
    0n,
    0
  )

/** Adds an exchange with an answer of some bytes to a journal. */
export const over = (journal: Journal.Journal, bytes = 0) => {
  const one = exchange()
  journal.enter(one)
  one.duration = 1n
  one.answer = HttpServerResponse.uint8Array(new Uint8Array(bytes))
  journal.close(one)
  return one
}
