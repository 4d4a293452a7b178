import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as Schema from "effect/Schema"

import { CallTimeout } from "./CallTimeout.ts"
import { TokenStoreFailed } from "./Errors.ts"
import { explainFileError } from "./FileError.ts"
import * as FileLock from "./FileLock.ts"
import { TokensText, TokenStore } from "./TokenStore.ts"
import type { Tokens } from "./TokenStore.ts"

// of the timeout of a call, so that it fails with the owner of the lock
const lockShare = 2 / 3

/**
 * Layer that stores the tokens in a file that only its owner can read, replaced atomically. Processes that share the file renew,
 * save and clear it one at a time, under the lock of the file (`FileLock`). A refresh waits two thirds of its timeout for the
 * lock, the others 70 seconds, and the error names its owner.
 */
export const layer = (path: string): Layer.Layer<TokenStore, never, FileSystem.FileSystem> =>
  Layer.effect(
    TokenStore,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem

      const failed = (error: Effect.Error<ReturnType<typeof FileLock.hold>> | FileLock.LockLost | TokenStoreFailed) => {
        if (error._tag === "TokenStoreFailed") return error
        if (error._tag !== "PlatformError" || error.reason._tag === "BadArgument")
          return new TokenStoreFailed({ store: path, reason: error.message, cause: error })
        const cause = PlatformError.systemError({ ...error.reason, cause: error.reason.cause, pathOrDescriptor: path })
        return new TokenStoreFailed({ store: path, reason: explainFileError(cause, true), cause })
      }

      const refuse = (reason: string) => Effect.fail(new TokenStoreFailed({ store: path || '""', reason }))

      // reading a device or a pipe may never end, and a write would replace it
      const checkType =
        path === ""
          ? refuse("the path is empty. Use the path of a file")
          : files.stat(path).pipe(
              Effect.flatMap(({ type }) =>
                type === "File" || type === "Directory"
                  ? Effect.void
                  : refuse("it is not a regular file. Use another path")
              ),
              Effect.catchReason("PlatformError", "NotFound", () => Effect.void)
            )

      // nothing replaces or removes a file of another program
      const load = Effect.andThen(checkType, files.readFileString(path)).pipe(
        Effect.flatMap((text) =>
          text.trim() === "" ? Effect.succeedNone : Effect.asSome(Schema.decodeEffect(TokensText)(text))
        ),
        Effect.catchTag("SchemaError", () =>
          refuse("the file does not contain tokens. Use another path, or remove the file if it is not needed")
        ),
        Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(Option.none<Tokens>())),
        Effect.mapError(failed)
      )

      const locked = <A, E, R>(
        use: (lease: FileLock.Lease) => Effect.Effect<A, E, R>,
        options?: { readonly timeout: Duration.Input }
      ) =>
        Effect.andThen(
          checkType,
          Effect.provideService(FileLock.exclusive(path, use, options), FileSystem.FileSystem, files)
        )

      const save = Effect.fnUntraced(function* (tokens: Tokens) {
        const content = yield* Effect.orDie(Schema.encodeEffect(TokensText)(tokens))
        yield* locked(({ replace }) => Effect.andThen(load, replace(content)))
      }, Effect.mapError(failed))

      // if the file is missing, its folder may be missing too
      const clear = Effect.andThen(checkType, files.exists(path)).pipe(
        Effect.flatMap((isThere) => (isThere ? locked(({ remove }) => Effect.andThen(load, remove)) : Effect.void)),
        Effect.mapError(failed)
      )

      return TokenStore.of({
        load,
        save,
        clear,
        // the effect keeps its own file system, and its error, as a result, is not an error of the lock
        exclusive: (effect) =>
          Effect.all([Effect.serviceOption(FileSystem.FileSystem), CallTimeout]).pipe(
            Effect.flatMap(([own, limit]) => {
              const result = Effect.provideService(
                effect,
                FileSystem.FileSystem,
                Option.getOrElse(own, () => files)
              )
              return locked(() => Effect.result(result), { timeout: Duration.toMillis(limit) * lockShare })
            }),
            Effect.mapError(failed),
            Effect.flatMap(Effect.fromResult)
          )
      })
    })
  )
