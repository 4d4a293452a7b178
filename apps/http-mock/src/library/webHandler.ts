import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"

import { tenantHeader } from "../tenants/TenantName.ts"
import type { Answer } from "../wire/Answer.ts"

/** Answers a request without a socket, whatever its origin. */
export type Handler = (request: Request) => Promise<Response>

/** What requests without a socket count as sent to. */
export interface Addressee {
  /** Where links in answers lead. */
  readonly origin: string
  /** The tenant of those whose path names none; theirs to say unless set. */
  readonly tenant: string | undefined
}

const addressed = (answer: Answer, { origin, tenant }: Addressee): Answer => {
  const { host } = new URL(origin)
  const own = tenant === undefined ? {} : { [tenantHeader]: tenant }
  return Effect.updateService(answer, HttpServerRequest.HttpServerRequest, (request) =>
    request.modify({ headers: Headers.setAll(request.headers, { ...own, host: request.headers.host ?? host }) })
  )
}

// the error response is how the fetch standard says that the connection broke
const received = (response: Response) =>
  response.type === "error"
    ? Promise.reject(new TypeError("fetch failed", { cause: new Error("the emulator reset the connection") }))
    : response

/** The web handler of an answer; it rejects as `fetch` does when the connection breaks. */
export const handlerOf = (answer: Answer, addressee: Addressee): Handler => {
  const handle = HttpEffect.toWebHandler(addressed(answer, addressee))
  return (request) => handle(request).then(received)
}

const elsewhere = ({ url }: Request, origin: string) =>
  new TypeError(
    `fetch failed: this is the fetch of the emulator at ${origin}, and ${url} is somewhere else. Use a base address of the emulator.`
  )

/** The `fetch` that reaches one origin, by its handler, and nothing else. */
export const fetchOf =
  (handler: Handler, origin: string): typeof globalThis.fetch =>
  (input, init) =>
    Promise.resolve().then(() => {
      const request = new Request(input, init)
      return new URL(request.url).origin === new URL(origin).origin
        ? handler(request)
        : Promise.reject(elsewhere(request, origin))
    })
