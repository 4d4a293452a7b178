import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"

import { Api } from "../../src/Api.ts"

// a middleware of every operation says where the request went, and no handler is reached
const saysWhere: any = (_: unknown, { endpoint, group }: any) =>
  Effect.map(HttpRouter.RouteContext, ({ params }) =>
    HttpServerResponse.jsonUnsafe({ id: `${group.identifier}.${endpoint.identifier}`, params })
  )

class Where extends HttpApiMiddleware.Service<Where>()("test/Where") {}

const api = Api.middleware(Where)

const unreached = () => Effect.die("a handler was reached")

const groups: any = Object.values(api.groups).map(({ endpoints, identifier }) =>
  HttpApiBuilder.group(api, identifier, (handlers: any) =>
    Object.keys(endpoints).reduce((handlers, name) => handlers.handle(name, unreached), handlers)
  )
)

const layer: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpApiBuilder.layer(api).pipe(
  Layer.provide(groups),
  Layer.provide([Layer.succeed(Where, saysWhere), HttpServer.layerServices])
) as any

/** Makes a server of the contract that says which operation a request reaches, with which parameters. */
export const served = Effect.map(
  HttpRouter.toHttpEffect(layer),
  (answer) => (method: string, path: string) =>
    answer.pipe(
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(new Request("http://localhost", { method })).modify({ url: path })
      ),
      Effect.flatMap((response) => Effect.promise(() => HttpServerResponse.toWeb(response).json())),
      Effect.catchTag("HttpServerError", ({ reason }) =>
        reason._tag === "RouteNotFound" ? Effect.undefined : Effect.die(reason)
      )
    )
)
