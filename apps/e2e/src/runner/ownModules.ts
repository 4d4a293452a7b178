import { registerHooks } from "node:module"

import * as Effect from "effect/Effect"

const shared = /^(?:effect|@remote-assist\/(?:core|e2e|http-mock))(?:\/|$)/

/**
 * Scenarios of anybody's folder get Effect, the SDK and this package from where the runner has them, also where nothing is
 * installed: two copies of Effect in one program would not be one.
 */
export const shareOwnModules: Effect.Effect<void> = Effect.runSync(
  Effect.cached(
    Effect.sync(() => {
      registerHooks({
        resolve: (specifier, context, next) =>
          next(specifier, shared.test(specifier) ? { ...context, parentURL: import.meta.url } : context)
      })
    })
  )
)
