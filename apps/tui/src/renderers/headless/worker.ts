import * as Fleet from "@remote-assist/core/Fleet"
import { Http } from "@remote-assist/core/Http"
import * as HttpNode from "@remote-assist/core/HttpNode"
import * as RedisWorkers from "@remote-assist/core/RedisWorkers"
import { pluralize } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"

import * as ProfileSettings from "../../profiles/settings.ts"
import type { Sources } from "../../Settings.ts"
import type { WorkerFlags } from "./flags.ts"
import { CommandError, usageError, writeNote } from "./output.ts"

const maxConcurrency = 100

const describe = ({ cause }: Redis.RedisError) => (cause instanceof Error ? cause.message : String(cause))

/** Writes a key that expires. Redis may answer, and refuse to write. */
const tryToWrite = Redis.Redis.use(({ send }) => send("SET", "{remote-assist:workers}:check", "1", "PX", "1000"))

/** Layer that says once when Redis fails, and when it works again. */
export const layerWatch = Layer.effectDiscard(
  Effect.gen(function* () {
    let isDown = false
    const say = (fails: boolean, message: string) => {
      if (fails === isDown) return Effect.void
      isDown = fails
      return writeNote(message)
    }
    const check = Effect.matchEffect(tryToWrite, {
      onFailure: (error) => say(true, `Redis fails (${describe(error)}). It is tried again until it works.`),
      onSuccess: () => say(false, "Redis works again.")
    })
    yield* Effect.forkScoped(Effect.repeat(check, Schedule.spaced("1 second")))
  })
)

/** Sends the requests of other processes until it is stopped, and finishes those that are under way. */
export const work = ({ concurrency }: WorkerFlags, sources: Sources) =>
  Effect.gen(function* () {
    if (concurrency < 1 || concurrency > maxConcurrency)
      return yield* usageError(`--concurrency is 1 to ${maxConcurrency}.`)
    const fleet = yield* Fleet.settings
    if (fleet === undefined)
      return yield* usageError("A worker needs REMOTE_ASSIST_REDIS_URL. Set it to the address of Redis.")
    let count = 0
    const layerCounted = Layer.effect(
      Http,
      Effect.map(Http, ({ exchange }) => ({
        exchange: (request, limit) =>
          Effect.suspend(() => {
            count++
            return exchange(request, limit)
          })
      }))
    ).pipe(Layer.provide(HttpNode.layer))
    const refused = (error: Redis.RedisError) =>
      new CommandError({ kind: "unreachable", message: `Redis takes no requests (${describe(error)}). Let it write.` })
    const run = Effect.andThen(
      writeNote("Waiting for requests. Ctrl-C ends the worker."),
      Effect.ensuring(
        RedisWorkers.run({ ...fleet, concurrency }),
        Effect.suspend(() => writeNote(`The worker sent ${pluralize(count, "request", "requests")}.`))
      )
    )
    return yield* Effect.mapError(tryToWrite, refused).pipe(
      Effect.andThen(Effect.provide(run, [layerCounted, layerWatch])),
      Effect.provide(Fleet.layerRedis(fleet))
    )
  }).pipe(ProfileSettings.provide(sources))
