import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiSwagger from "effect/http-api/HttpApiSwagger"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"

import { document } from "../../openapi/document.ts"

const path = "/docs"

/** The documentation page, which can also try the operations, in one piece of HTML. */
export const page = (base: string, apiKeyHeader: string): Effect.Effect<string> => {
  const documented = HttpApi.make("documented").annotate(OpenApi.Transform, () => document(base, apiKeyHeader))
  return Effect.acquireUseRelease(
    Effect.sync(() => HttpRouter.toWebHandler(HttpApiSwagger.layer(documented, { path }), { disableLogger: true })),
    ({ handler }) =>
      Effect.promise(() => handler(new Request(`http://emulator.internal${path}`)).then((answer) => answer.text())),
    ({ dispose }) => Effect.promise(dispose)
  )
}
