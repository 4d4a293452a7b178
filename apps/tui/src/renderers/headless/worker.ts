import * as Fleet from "@remote-assist/core/Fleet"
import { Http } from "@remote-assist/core/Http"
import * as HttpNode from "@remote-assist/core/HttpNode"
import * as RedisWorkers from "@remote-assist/core/RedisWorkers"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import * as ProfileSettings from "../../profiles/settings.ts"
import type { Sources } from "../../Settings.ts"
import { pluralize } from "../../text/format.ts"
import type { WorkerFlags } from "./flags.ts"
import { usageError, writeNote } from "./output.ts"

/** Sends the requests of other processes until it is stopped, and finishes those that are under way. */
export const work = ({ concurrency }: WorkerFlags, sources: Sources) =>
  Effect.gen(function* () {
    if (concurrency < 1) return yield* usageError("--concurrency is at least 1.")
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
    const run = Effect.andThen(
      writeNote("Waiting for requests. Ctrl-C ends the worker."),
      RedisWorkers.run({ ...fleet, concurrency })
    )
    return yield* run.pipe(
      Effect.provide([layerCounted, Fleet.layerRedis(fleet)]),
      Effect.ensuring(Effect.suspend(() => writeNote(`The worker sent ${pluralize(count, "request", "requests")}.`)))
    )
  }).pipe(ProfileSettings.provide(sources))
