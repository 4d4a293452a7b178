import type * as HttpClientRequest from "effect/http/HttpClientRequest"

/** Method, path and origin of a request; the query, which may hold tokens, is left out. */
export const lineOf = (request: HttpClientRequest.HttpClientRequest) => {
  const url = URL.parse(request.url)
  return { method: request.method, path: url?.pathname ?? request.url, origin: url?.origin ?? "" }
}
