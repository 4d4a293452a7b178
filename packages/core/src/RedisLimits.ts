import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Redis from "effect/persistence/Redis"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

import type { InvalidSettings } from "./Errors.ts"
import { layerRateLimitStore } from "./Protection.ts"
import type { RateLimitOptions } from "./Protection.ts"
import { HoldChannel } from "./Transport.ts"

/** Layer whose clients, in all processes with the same name, send at most so many requests together; further requests wait. */
export const layerRateLimit = (
  name: string,
  options: RateLimitOptions
): Layer.Layer<never, InvalidSettings, Redis.Redis> =>
  layerRateLimitStore(options, name).pipe(
    Layer.provide(RateLimiter.layerStoreRedis({ prefix: "remote-assist:limit:" }))
  )

const Announcement = Schema.fromJsonString(
  Schema.Struct({ operation: Schema.String, wait: Schema.Number, status: Schema.Int })
)

/**
 * Layer whose clients share the `Retry-After` of answers with those of all processes with the same name: after a 429 to one of
 * them, the calls of its operation wait in all. While Redis cannot be reached, each process waits on its own.
 */
export const layerRetryAfter = (name: string): Layer.Layer<never, never, Redis.Redis> =>
  Layer.effect(
    HoldChannel,
    Effect.map(Redis.Redis, ({ send, subscribe }) => {
      const channel = `remote-assist:retry-after:${name}`
      return {
        announce: (operation, wait, status) =>
          Effect.ignore(
            Effect.flatMap(Schema.encodeEffect(Announcement)({ operation, wait, status }), (text) =>
              send("PUBLISH", channel, text)
            )
          ),
        listen: Effect.fnUntraced(function* (hear) {
          const isReady = yield* Deferred.make<void>()
          const messages = Effect.tap(subscribe(channel), () => Deferred.succeed(isReady, undefined))
          yield* Effect.flatMap(messages, (messages) =>
            Queue.take(messages).pipe(
              Effect.flatMap(({ message }) => Schema.decodeEffect(Announcement)(message)),
              Effect.flatMap(({ operation, status, wait }) => hear(operation, wait, status)),
              // another program may publish there
              Effect.catchTag("SchemaError", () => Effect.void),
              Effect.forever
            )
          ).pipe(Effect.scoped, Effect.retry(Schedule.spaced("1 second")), Effect.ignore, Effect.forkScoped)
          yield* Effect.timeoutOption(Deferred.await(isReady), "2 seconds")
        })
      }
    })
  )
