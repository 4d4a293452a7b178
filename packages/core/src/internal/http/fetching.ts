import * as Effect from "effect/Effect"

import type { HttpResponse, Exchange } from "../../Http.ts"
import { collector } from "./collector.ts"
import { lostBy, tooLarge } from "./lost.ts"

const lengthOf = ({ headers }: Response) =>
  headers.has("content-encoding") ? undefined : Number(headers.get("content-length") ?? Number.NaN)

const readAll = (reader: ReadableStreamDefaultReader<Uint8Array>, limit: number) =>
  new Promise<string>((resolve, reject) => {
    const body = collector(limit)
    const stop = () => {
      reject(tooLarge)
      reader.cancel().catch(() => undefined)
    }
    // one promise at a time: a chain of them would keep as many as the body has parts
    const next = (): unknown =>
      reader.read().then(({ done, value }) => {
        if (done) return resolve(new TextDecoder().decode(body.bytes()))
        return body.add(value) ? next() : stop()
      }, reject)
    next()
  })

/** The body as text; rejects with {@link tooLarge} as soon as it has more bytes than the limit, and reads no more of it. */
const textOf = (response: Response, limit: number): Promise<string> => {
  const length = lengthOf(response) ?? Number.NaN
  if (response.body === null || length <= limit) return response.text()
  if (length > limit) return response.body.cancel().then(() => Promise.reject(tooLarge))
  return readAll(response.body.getReader(), limit)
}

const headersOf = (headers: Headers) => {
  const record: Record<string, string> = {}
  headers.forEach((value, name) => {
    record[name] = value
  })
  return record
}

const answered = (response: Response, limit: number) =>
  textOf(response, limit).then((body): HttpResponse => ({
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
