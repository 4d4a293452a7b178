import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"

import { Api } from "../../src/Api.ts"
import * as ApiKey from "../../src/ApiKey.ts"
import { UserTokenV1, UserTokenV1R1, UserTokenV1Text } from "../../src/Credentials.ts"

// every operation takes the API key: what checks it says where the request went, and no handler is reached
const saysWhere: any = (_: unknown, { endpoint, group }: any) =>
  Effect.map(HttpRouter.RouteContext, ({ params }) =>
    HttpServerResponse.jsonUnsafe({ id: `${group.identifier}.${endpoint.identifier}`, params })
  )

const passes: any = (answer: unknown) => answer

const middlewares = Layer.mergeAll(
  Layer.succeed(ApiKey.ApiKeyV1, saysWhere),
  Layer.succeed(ApiKey.ApiKeyV1Text, saysWhere),
  Layer.succeed(ApiKey.ApiKeyV1R1, saysWhere),
  Layer.succeed(UserTokenV1, passes),
  Layer.succeed(UserTokenV1R1, passes),
  Layer.succeed(UserTokenV1Text, passes)
)

const unreached = () => Effect.die("a handler was reached")

const groups: any = Object.values(Api.groups).map(({ endpoints, identifier }) =>
  HttpApiBuilder.group(Api, identifier, (handlers: any) =>
    Object.keys(endpoints).reduce((handlers, name) => handlers.handle(name, unreached), handlers)
  )
)

const layer: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(groups),
  Layer.provide([middlewares, HttpServer.layerServices])
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
