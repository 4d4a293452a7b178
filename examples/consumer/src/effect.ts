import type { Http } from "@remote-assist/core"
import { Client, HttpFetch, Pods, Region, Session } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

const program = Effect.gen(function* () {
  const session = yield* Session.Session
  const pods = yield* Pods.Pods
  yield* session.logIn({ email: "ada@example.com", password: Redacted.make("correct-horse") })
  return yield* pods.stream().pipe(
    Stream.map(({ name }) => name),
    Stream.runCollect
  )
})

export const podNames = (settings: Region.RegionSettings, http: Layer.Layer<Http.Http> = HttpFetch.layer) =>
  program.pipe(Effect.provide(Client.layer), Effect.provide(Region.Region.layer(settings)), Effect.provide(http))
