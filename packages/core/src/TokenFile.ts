import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { CallTimeout } from "./CallTimeout.ts"
import { TokenStoreFailed } from "./Errors.ts"
import * as FileLock from "./FileLock.ts"
import { Tokens, TokenStore } from "./TokenStore.ts"

const Content = Schema.fromJsonString(Schema.toCodecJson(Tokens))

const noPermission =
  "this process has no permission to read or write the file, or files beside it. Change the permissions of the folder, or use another path"

const isFolder = "it is a folder. Use the path of a file"

// by the code of the platform
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the folder of the file does not exist. Create the folder, or use another path",
  ENOTDIR: "a part of its path is not a folder. Use another path",
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: "its file system is read-only. Use another path",
  EISDIR: isFolder,
  ERR_FS_EISDIR: isFolder
}

const reasonOf = ({ cause, message }: { readonly cause?: unknown; readonly message: string }) =>
  (Predicate.hasProperty(cause, "code") && reasons[String(cause.code)]) || message

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
        const cause =
          error._tag === "PlatformError" && error.reason._tag !== "BadArgument"
            ? PlatformError.systemError({ ...error.reason, cause: error.reason.cause, pathOrDescriptor: path })
            : error
        return new TokenStoreFailed({ store: path, reason: reasonOf(cause), cause })
      }

      // reading a device or a pipe may never end, and a write would replace it
      const checkType = files.stat(path).pipe(
        Effect.filterOrFail(
          ({ type }) => type === "File" || type === "Directory",
          () => new TokenStoreFailed({ store: path, reason: "it is not a regular file. Use another path" })
        ),
        Effect.catchReason("PlatformError", "NotFound", () => Effect.void)
      )

      const load = Effect.andThen(checkType, files.readFileString(path)).pipe(
        Effect.flatMap(Schema.decodeEffect(Content)),
        Effect.asSome,
        Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(Option.none<Tokens>())),
        Effect.mapError((error) =>
          error._tag === "SchemaError"
            ? new TokenStoreFailed({ store: path, reason: "the file does not contain tokens; remove it" })
            : failed(error)
        )
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
        const content = yield* Effect.orDie(Schema.encodeEffect(Content)(tokens))
        yield* locked(({ replace }) => replace(content))
      }, Effect.mapError(failed))

      // if the file is missing, its folder may be missing too
      const clear = files.exists(path).pipe(
        Effect.flatMap((isThere) => (isThere ? locked(({ remove }) => remove) : Effect.void)),
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
