import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"

/** What a method is called with, before it is encoded. */
export interface Input {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

// oxlint-disable-next-line typescript/no-explicit-any -- the contract's codecs need no services, which Top cannot say
type Codec = Schema.Codec<unknown, any>

// oxlint-disable-next-line typescript/no-explicit-any -- see Codec
const encodeWith = (schema: any) => Schema.encodeUnknownEffect<Codec>(schema)

const fill = (path: string, params: Readonly<Record<string, string>>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

/** Makes the request of an endpoint from a method's input; input that does not fit its schemas fails. */
export const encoder = (endpoint: HttpApiEndpoint.Top) => {
  const [payload] = Array.from(endpoint.payload.values()).flatMap(({ schemas }) => schemas)
  const encodeParams = endpoint.params && encodeWith(endpoint.params)
  const encodeQuery = endpoint.query && encodeWith(endpoint.query)
  const encodePayload = payload && encodeWith(payload)
  return Effect.fnUntraced(function* (input: Input) {
    const path = encodeParams === undefined ? endpoint.path : fill(endpoint.path, yield* encodeParams(input.params))
    let request = HttpClientRequest.make(endpoint.method)(path)
    if (encodeQuery !== undefined) request = HttpClientRequest.setUrlParams(request, yield* encodeQuery(input.query))
    if (encodePayload !== undefined) {
      request = HttpClientRequest.bodyJsonUnsafe(request, yield* encodePayload(input.payload))
    }
    return request
  })
}
