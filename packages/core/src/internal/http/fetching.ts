import * as Effect from "effect/Effect"

import type { Answered, Exchange } from "../../Http.ts"
import { lostBy } from "./lost.ts"
import { textOf } from "./textOf.ts"
import { tooLarge } from "./tooLarge.ts"

const headersOf = (headers: Headers) => {
  const record: Record<string, string> = {}
  headers.forEach((value, name) => {
    record[name] = value
  })
  return record
}

const answered = (response: Response, limit: number) =>
  textOf(response, limit).then((body): Answered => ({
    status: response.status,
    headers: headersOf(response.headers),
    body
  }))

/** Exchanges by a `fetch`. */
export const make =
  (fetch: typeof globalThis.fetch): Exchange =>
  ({ body, headers, method, url }, limit) =>
    Effect.tryPromise({
      try: (signal) =>
        fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal }).then((response) =>
          answered(response, limit)
        ),
      catch: (cause) => (cause === tooLarge ? tooLarge : lostBy(cause))
    })
