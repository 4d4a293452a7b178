import { registerHooks } from "node:module"

import * as Effect from "effect/Effect"

const shared = /^(?:effect|@remote-assist\/(?:core|e2e|http-mock))(?:\/|$)/

const isInstalled = (url: string | undefined) => url?.includes("/node_modules/") === true

const isModule = (url: string) => /^file:.*(?<!\.d)\.ts$/.test(url) && !isInstalled(url)

/**
 * Resolves Effect, the SDK and this package for scenarios in any folder from where the runner has them, also where nothing is
 * installed: two copies of Effect in one program would not work together. Reads TypeScript as modules, whatever package.json
 * says.
 */
export const shareOwnModules: Effect.Effect<void> = Effect.runSync(
  Effect.cached(
    Effect.sync(() => {
      registerHooks({
        resolve: (specifier, context, next) =>
          next(
            specifier,
            shared.test(specifier) && !isInstalled(context.parentURL)
              ? { ...context, parentURL: import.meta.url }
              : context
          ),
        load: (url, context, next) => next(url, isModule(url) ? { ...context, format: "module-typescript" } : context)
      })
    })
  )
)
