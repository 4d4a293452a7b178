import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"

import { tooLarge } from "./Exchange.ts"
import type { Answered, Exchange } from "./Exchange.ts"
import { lostBy } from "./lost.ts"
import { textOf } from "./textOf.ts"

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

/** Exchanges by the `fetch` of the platform, or that of the context. */
export const exchange: Exchange = (request, limit) =>
  Effect.withFiber((fiber) => {
    const fetch = fiber.getRef(FetchHttpClient.Fetch)
    const init = Context.getOrUndefined(fiber.context, FetchHttpClient.RequestInit)
    return Effect.tryPromise({
      try: (signal) =>
        fetch(request.url, {
          ...init,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
          redirect: "manual",
          signal
        }).then((response) => answered(response, limit)),
      catch: (cause) => (cause === tooLarge ? tooLarge : lostBy(cause))
    })
  })
