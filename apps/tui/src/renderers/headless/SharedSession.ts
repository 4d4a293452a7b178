import { createHash } from "node:crypto"

import { TokenStore } from "@remote-assist/core"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { credentials as configuredCredentials } from "../../Settings.ts"

export const loadFleet = Effect.promise(() => import("@remote-assist/core/Fleet"))

/** Whether processes with the same account share its session by Redis. */
const isRedisSet = Effect.map(Config.option(Config.NonEmptyString("REMOTE_ASSIST_REDIS_URL")), Option.isSome)

/** Names the account of the credentials in Redis; `undefined` if it is not shared. A token names nobody, but identifies its account. */
export const sharedAccount = Effect.gen(function* () {
  const credentials = yield* configuredCredentials
  if (credentials === undefined || credentials.way === "partner-key" || !(yield* isRedisSet)) return undefined
  const { secret, values, way } = credentials
  return way === "pat" && secret !== undefined
    ? `pat ${createHash("sha256").update(Redacted.value(secret)).digest("hex").slice(0, 16)}`
    : values.email
})

/** Removes the session that processes share by Redis; returns the name of its account, or `undefined` if they share none. */
export const clearShared = Effect.gen(function* () {
  const account = yield* sharedAccount
  if (account === undefined) return undefined
  const { layer } = yield* loadFleet
  yield* Effect.provide(
    TokenStore.TokenStore.use(({ clear }) => clear),
    layer(account)
  )
  return account
})
