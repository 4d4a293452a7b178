import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"

/** The origin of an emulator that has no socket. */
export const origin = "http://emulator.internal"

type Routes = Layer.Layer<never, never, HttpRouter.HttpRouter>

/** The `HttpClient` whose requests the routes answer, without a socket, until the scope closes. */
export const client = (routes: Routes): Layer.Layer<HttpClient.HttpClient> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { handler } = yield* Effect.acquireRelease(
        Effect.sync(() => HttpRouter.toWebHandler(routes, { disableLogger: true })),
        ({ dispose }) => Effect.promise(dispose)
      )
      const fetch: typeof globalThis.fetch = (input, init) => {
        const request = new Request(input, init)
        return request.url.startsWith(`${origin}/`)
          ? handler(request)
          : Promise.reject(new TypeError(`the emulator of this process is at ${origin} and nowhere else`))
      }
      return FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))
    })
  )
