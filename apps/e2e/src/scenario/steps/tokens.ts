import * as Client from "@remote-assist/core/Client"
import { SessionEnded } from "@remote-assist/core/Errors"
import { UserToken } from "@remote-assist/core/UserToken"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

/** Sends a user token as it is: one that has expired is not renewed, and ends in `SessionEnded`. */
export const fixedToken = (token: Effect.Effect<Redacted.Redacted>) =>
  UserToken.of({
    token,
    renew: () =>
      Effect.fail(new SessionEnded({ reason: "The token has expired, and is sent as it is.", state: "refused" }))
  })

/** Does something with a client of its own that sends a user token as it is: one that has expired is not renewed. */
export const withToken = <A, E, R>(token: Redacted.Redacted, act: Effect.Effect<A, E, R>) =>
  Effect.provide(act, Client.layerToken(Layer.succeed(UserToken, fixedToken(Effect.succeed(token)))), { local: true })
