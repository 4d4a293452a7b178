import { Api } from "@remote-assist/core/Api"
import type { Operation } from "@remote-assist/core/Contract"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"

import { formatSchemaError } from "../../../../src/world/json.ts"

/** The input of a handler, and the answer on the wire. */
export interface Seen {
  readonly input: unknown
  readonly answer: unknown
}

/** The answer of the handlers, and the input of the last one. */
const Stub = Context.Reference<{ readonly answer: unknown; got: unknown }>("test/Stub", {
  defaultValue: () => ({ answer: undefined, got: undefined })
})

const handle = ({ params, payload, query }: any) =>
  Effect.map(Stub, (stub) => {
    stub.got = { params, query, payload }
    return stub.answer
  })

const groups: any = Object.values(Api.groups).map(({ endpoints, identifier }) =>
  HttpApiBuilder.group(Api, identifier, (handlers: any) =>
    Object.keys(endpoints).reduce((handlers, name) => handlers.handle(name, handle), handlers)
  )
)

const layer: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(groups),
  Layer.provide(HttpServer.layerServices)
) as any

const parts: Readonly<Record<string, string>> = { Params: "path", Query: "query", Payload: "body" }

/** The error of a request, as the emulator formats it. */
const schemaMessage = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  if (!HttpApiSchemaError.is(error)) throw error
  return `The ${parts[error.kind]} is invalid: ${formatSchemaError(error.cause)}.`
}

/** The sent answer. */
export const wireForm = (response: HttpServerResponse.HttpServerResponse): Effect.Effect<object> =>
  Effect.promise(async () => {
    const { body, headers, status } = HttpServerResponse.toWeb(response)
    return { status, headers: Object.fromEntries(headers), text: await new Response(body).text() }
  })

/** A server that Effect makes of the contract: it records the input of its handlers and encodes their answers. */
export const built = Effect.map(
  HttpRouter.toHttpEffect(layer),
  (serve) =>
    ({ id }: Operation, request: HttpServerRequest.HttpServerRequest, answer: unknown): Effect.Effect<Seen> => {
      const stub = { answer, got: undefined as unknown }
      return serve.pipe(
        Effect.provideService(Stub, stub),
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.scoped,
        Effect.flatMap((response): Effect.Effect<Seen> =>
          response.status === 415
            ? Effect.succeed({ input: "not JSON", answer: undefined })
            : Effect.map(wireForm(response), (answer) => ({ input: stub.got, answer }))
        ),
        Effect.catchCause((cause) => Effect.sync(() => ({ input: schemaMessage(cause), answer: undefined }))),
        Effect.annotateLogs({ id })
      ) as Effect.Effect<Seen>
    }
)
