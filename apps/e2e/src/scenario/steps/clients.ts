import * as Client from "@remote-assist/core/Client"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

/**
 * Does something with a client of its own whose calls carry a token; who is logged in outside stays so. What is done asks
 * for its services itself: one that was asked for outside belongs to the client there.
 */
export const withUserToken = <A, E, R>(token: Redacted.Redacted, act: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* (yield* Session).start({ token })
    return yield* act
  }).pipe(Effect.provide(Client.layer, { local: true }))

/** Does something with a client of its own, in which nobody is logged in and whose region differs in some settings. */
export const withRegion = <A, E, R>(settings: Partial<Region["Service"]>, act: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const region = Layer.succeed(Region, { ...(yield* Region), ...settings })
    return yield* Effect.provide(act, Layer.provideMerge(Client.layer, region), { local: true })
  })
