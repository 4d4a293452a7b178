import { registerHooks } from "node:module"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"

import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"

import { isHandler } from "../handlers/registry.ts"
import { InvalidFile } from "./InvalidFile.ts"

// before the stack of a syntax error there is its place
const place = /^\S+:\d+$/m

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const [message = error.name] = error.message.split("\n", 1)
  const where = error instanceof SyntaxError ? place.exec(error.stack ?? "")?.[0] : undefined
  return where === undefined ? message : `${message} (${where})`
}

/** Has modules find `msw` and this package also where no folder above them has them. */
const lendPackages = Effect.sync(() => {
  registerHooks({
    resolve: (specifier, context, next) =>
      /^(?:msw|@remote-assist\/)/.test(specifier)
        ? Result.getOrElse(
            Result.try(() => next(specifier, context)),
            () => next(specifier, { ...context, parentURL: import.meta.url })
          )
        : next(specifier, context)
  })
})

/** Logs what handlers leave to fail after their answers, which would end the process. */
const logLateErrors = (file: string) =>
  Effect.sync(() => {
    process.on("uncaughtException", (error) =>
      Effect.logError(`The handlers in ${file} failed outside of an answer. The emulator goes on.`, error).pipe(
        Effect.provideService(Logger.LogToStderr, true),
        Effect.runFork
      )
    )
  })

const longestLoad = "10 seconds"

/** Loads a module whose default export, or export `handlers`, is a list of handlers of MSW. */
export const read = Effect.fnUntraced(function* (file: string) {
  const invalid = (reason: string) => new InvalidFile({ file, flag: "--handlers", reason })
  const isThere = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.exists(file))
  if (!isThere) return yield* invalid("there is no such file")
  yield* lendPackages
  const module = yield* Effect.tryPromise({
    try: () => import(pathToFileURL(resolve(file)).href),
    catch: (error) => invalid(reasonOf(error))
  }).pipe(
    Effect.timeoutOrElse({ duration: longestLoad, orElse: () => invalid(`it is not loaded after ${longestLoad}`) })
  )
  yield* logLateErrors(file)
  const exported: unknown = [Reflect.get(module, "default"), Reflect.get(module, "handlers")].find(Array.isArray)
  if (!Array.isArray(exported))
    return yield* invalid(
      "it exports no list of handlers. Add: export default [http.get(path, resolver)], with http of msw"
    )
  const handlers: ReadonlyArray<unknown> = exported
  const wrong = handlers.findIndex((handler) => !isHandler(handler))
  return handlers.every(isHandler)
    ? handlers
    : yield* invalid(`[${wrong}] of its list is not a handler of requests. Make each with http of msw`)
})
