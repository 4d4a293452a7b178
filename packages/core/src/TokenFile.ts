import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

import { TokenStoreFailed } from "./Errors.ts"
import { Tokens, TokenStore } from "./TokenStore.ts"

const Content = Schema.fromJsonString(Schema.toCodecJson(Tokens))

const ownerOnly = 0o600

// longer than a refresh with its retries can take: an older lock is that of a process that died
const staleAfter = 60_000

const lockPatience = Schedule.spaced("20 millis").pipe(Schedule.upTo({ duration: "70 seconds" }))

const isReason = (error: PlatformError.PlatformError, tag: string) => error.reason._tag === tag

/**
 * Layer that keeps the tokens in a file only its owner can read, written whole or not at all. Processes that share
 * the file renew its session one at a time.
 */
export const layer = (path: string): Layer.Layer<TokenStore, never, FileSystem.FileSystem> =>
  Layer.effect(
    TokenStore,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const lock = `${path}.lock`

      const failed = (error: { readonly message: string }) =>
        new TokenStoreFailed({ store: path, reason: error.message })

      const load = files.readFileString(path).pipe(
        Effect.flatMap(Schema.decodeEffect(Content)),
        Effect.asSome,
        Effect.catchIf(
          (error) => error._tag === "PlatformError" && isReason(error, "NotFound"),
          () => Effect.succeed(Option.none<Tokens>())
        ),
        Effect.mapError((error) =>
          error._tag === "SchemaError"
            ? new TokenStoreFailed({ store: path, reason: "the file holds no tokens; remove it" })
            : failed(error)
        )
      )

      const save = Effect.fnUntraced(function* (tokens: Tokens) {
        const draft = `${path}.${yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)}`
        const content = yield* Effect.orDie(Schema.encodeEffect(Content)(tokens))
        yield* files.writeFileString(draft, content, { mode: ownerOnly, flag: "wx" }).pipe(
          Effect.andThen(files.rename(draft, path)),
          Effect.onError(() => Effect.ignore(files.remove(draft)))
        )
      }, Effect.mapError(failed))

      const breakStale = Effect.gen(function* () {
        const { mtime } = yield* files.stat(lock)
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        if (Option.exists(mtime, (at) => now - at.getTime() > staleAfter)) yield* files.remove(lock)
      }).pipe(Effect.ignore)

      const acquire = files.writeFileString(lock, "", { flag: "wx", mode: ownerOnly }).pipe(
        Effect.tapError((error) => (isReason(error, "AlreadyExists") ? breakStale : Effect.void)),
        Effect.retry({ while: (error) => isReason(error, "AlreadyExists"), schedule: lockPatience }),
        Effect.mapError(failed)
      )

      return TokenStore.of({
        load,
        save,
        clear: files.remove(path, { force: true }).pipe(Effect.mapError(failed)),
        exclusive: (effect) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.andThen(restore(acquire), Effect.ensuring(restore(effect), Effect.ignore(files.remove(lock))))
          )
      })
    })
  )
