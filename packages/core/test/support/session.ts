import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as Client from "../../src/Client.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import * as HttpEffect from "../../src/HttpEffect.ts"
import { Session } from "../../src/Session.ts"
import type { Tokens } from "../../src/TokenStore.ts"
import { TokenStore } from "../../src/TokenStore.ts"
import type { Answer, Sent } from "./wire.ts"
import { httpOf, json, region } from "./wire.ts"

export const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }

export const expired = () => json(400, { code: 1003, message: "Token expired", name: "generic" })

export const refused = () => json(401, { code: 401, message: "Invalid refresh token" })

/** A token of a user that expires at a second. */
export const jwt = (exp: number, sub = "User:1") => `h.${Base64Url.encode(JSON.stringify({ exp, sub }))}.s`

export const pair = (name: string) => ({ token: Redacted.make(name), refresh: Redacted.make(`refresh-${name}`) })

export const list = Effect.flatMap(EnterpriseUsers, (users) => users.list())

export const provision = Effect.flatMap(EnterpriseUsers, (users) => users.provision({ name: "Bob" }))

export const start = (tokens: Tokens) => Effect.flatMap(Session, (session) => session.start(tokens))

export const isRefresh = ({ path }: Sent) => path.endsWith("/auth/refresh") || path.endsWith("/auth/pat")

/** Answers calls with a page, to those whose token is good, and refreshes with a function. */
export const service =
  (refresh: Answer, isGood: (token: string) => boolean = () => true): Answer =>
  (request, index) =>
    isRefresh(request)
      ? refresh(request, index)
      : isGood(request.headers.authorization ?? "")
        ? json(200, page)
        : expired()

/** The tokens that calls were sent with. */
export const authorizations = (sent: ReadonlyArray<Sent>) =>
  sent.filter((request) => !isRefresh(request)).map(({ headers }) => headers.authorization)

export const refreshes = (sent: ReadonlyArray<Sent>) => sent.filter(isRefresh)

/** Lets everything run that waits for nothing but its turn. */
export const settled = Effect.promise(() => new Promise((resolve) => setImmediate(resolve))).pipe(
  Effect.repeat({ times: 20 })
)

/** A store in memory that any number of clients share; each operation takes its turn as one of a file would. */
export const shared = (change: (store: TokenStore["Service"]) => Partial<TokenStore["Service"]> = () => ({})) => {
  const stored: { tokens: Tokens | undefined } = { tokens: undefined }
  const later = <A>(act: () => A) => Effect.andThen(Effect.yieldNow, Effect.sync(act))
  const store = TokenStore.of({
    load: later(() => Option.fromNullishOr(stored.tokens)),
    save: (tokens) =>
      later(() => {
        stored.tokens = tokens
      }),
    clear: later(() => {
      stored.tokens = undefined
    }),
    exclusive: (effect) => effect
  })
  return { stored, layer: Layer.succeed(TokenStore, { ...store, ...change(store) }) }
}

/** The whole SDK over answers made by a function, and a store. */
export const wireOver = (store: Layer.Layer<TokenStore>, answer: Answer) => {
  const { http, sent } = httpOf(answer)
  const layer = Client.layerStore.pipe(
    Layer.provide([store, region(), HttpEffect.layer]),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
  )
  return { sent, layer }
}

/** An answer that waits for `give`. */
export const pausedAnswer = Effect.gen(function* () {
  const requested = yield* Deferred.make<void>()
  const answer = yield* Deferred.make<Response>()
  return {
    answer: Effect.andThen(Deferred.succeed(requested, undefined), Deferred.await(answer)),
    /** Waits for the request. */
    requested: Deferred.await(requested),
    give: (response: Response) => Deferred.succeed(answer, response)
  }
})
