import { Page, Pods, Session } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { whoseOf } from "../../session/Credentials.ts"
import type { Credentials, PartnerKeyAt } from "../../session/Credentials.ts"
import { Keeper } from "../../session/Keeper.ts"
import type { Failure } from "./Failure.ts"
import { Signer } from "./Signer.ts"

/** Makes what logs in with credentials, each kind in its way; a partner key is tried by a request where that is asked for. */
export const make = Effect.gen(function* () {
  const session = yield* Session.Session
  const pods = yield* Pods.Pods
  const signer = yield* Signer
  const keeper = yield* Keeper

  // what a key is good for, only the service knows
  const tried = pods.list({ page: 1, page_size: Page.defaultPageSize })

  const sign = (key: PartnerKeyAt, isTried: boolean): Effect.Effect<void, Failure> =>
    Effect.suspend(() => {
      const before = signer.inUse()
      return signer.use(key).pipe(
        Effect.andThen(isTried ? tried : Effect.void),
        Effect.onError(() => Effect.sync(() => signer.goBack(before))),
        Effect.andThen(session.logOut)
      )
    })

  const begin = (credentials: Credentials, isTried: boolean): Effect.Effect<void, Failure> => {
    switch (credentials._tag) {
      case "Password":
        return credentials.version === "v1r1" ? session.logInV1R1(credentials) : session.logIn(credentials)
      case "PersonalAccessToken":
        return session.logInWithToken(credentials.token)
      case "InviteUrl":
        return session.logInFromUrl(Redacted.value(credentials.url))
      case "Anonymous":
        return session.logInAnonymously(credentials.name)
      case "Alias":
        return session.logInFromAlias(credentials.refresh)
      case "Enterprise":
        return session.logInAsEnterprise(credentials)
      case "PartnerKey":
        return sign(credentials, isTried)
    }
  }

  return (credentials: Credentials, isTried: boolean): Effect.Effect<void, Failure> =>
    begin(credentials, isTried).pipe(
      Effect.andThen(credentials._tag === "PartnerKey" ? Effect.void : signer.stop),
      Effect.andThen(keeper.note(whoseOf(credentials)))
    )
})
