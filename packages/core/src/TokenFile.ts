import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { TokenStoreFailed } from "./Errors.ts"
import * as FileLock from "./FileLock.ts"
import { Tokens, TokenStore } from "./TokenStore.ts"

const Content = Schema.fromJsonString(Schema.toCodecJson(Tokens))

// within the time of a call, which then fails with who holds the lock
const timeout = "20 seconds"

/**
 * Layer that keeps the tokens in a file only its owner can read, written whole or not at all. Processes that share
 * the file renew its session one at a time, under the lock of the file (`FileLock`); so they save and clear it. A
 * refresh waits 20 seconds for the lock, the others 70, and the error names who holds it.
 */
export const layer = (path: string): Layer.Layer<TokenStore, never, FileSystem.FileSystem> =>
  Layer.effect(
    TokenStore,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem

      const failed = (error: { readonly message: string }) =>
        new TokenStoreFailed({ store: path, reason: error.message })

      const load = files.readFileString(path).pipe(
        Effect.flatMap(Schema.decodeEffect(Content)),
        Effect.asSome,
        Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(Option.none<Tokens>())),
        Effect.mapError((error) =>
          error._tag === "SchemaError"
            ? new TokenStoreFailed({ store: path, reason: "the file holds no tokens; remove it" })
            : failed(error)
        )
      )

      const locked = <A, E, R>(
        use: (lease: FileLock.Lease) => Effect.Effect<A, E, R>,
        options?: { readonly timeout: Duration.Input }
      ) => Effect.provideService(FileLock.exclusive(path, use, options), FileSystem.FileSystem, files)

      const save = Effect.fnUntraced(function* (tokens: Tokens) {
        const content = yield* Effect.orDie(Schema.encodeEffect(Content)(tokens))
        yield* locked(({ replace }) => replace(content))
      }, Effect.mapError(failed))

      // without a file there may be no folder to lock it in
      const clear = files.exists(path).pipe(
        Effect.flatMap((isThere) => (isThere ? locked(({ remove }) => remove) : Effect.void)),
        Effect.mapError(failed)
      )

      // with the file system that it has outside: the store's is for the lock
      const asOutside = <A, E, R>(effect: Effect.Effect<A, E, R>, outside: Option.Option<FileSystem.FileSystem>) =>
        Option.match(outside, {
          onNone: () => effect,
          onSome: (files) => Effect.provideService(effect, FileSystem.FileSystem, files)
        })

      return TokenStore.of({
        load,
        save,
        clear,
        // as a result: what the effect fails with is not the lock's failure
        exclusive: (effect) =>
          Effect.serviceOption(FileSystem.FileSystem).pipe(
            Effect.flatMap((outside) => locked(() => Effect.result(asOutside(effect, outside)), { timeout })),
            Effect.mapError(failed),
            Effect.flatMap(Effect.fromResult)
          )
      })
    })
  )
