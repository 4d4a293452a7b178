import { HttpFetch, Region } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { retryDelay } from "../Problem.ts"
import * as Observable from "./Observable.ts"

/** What answers at the address: the service, or an emulator of it. */
export type EnvironmentKind = "live" | "emulator" | "unknown"

// it lists its own addresses to anybody, this one among them
const List = Schema.Struct({
  addresses: Schema.Array(Schema.Struct({ method: Schema.String, url: Schema.String, what: Schema.String }))
})

const decode = Schema.decodeOption(Schema.fromJsonString(List))

const isList = (text: string): boolean =>
  Option.exists(decode(text), ({ addresses }) =>
    addresses.some(({ method, url }) => method === "GET" && url.endsWith("/__mock/health"))
  )

// many times what an emulator lists
const mostBytes = 100_000

const bodyOf = (body: ReadableStream<Uint8Array>) => {
  let left = mostBytes
  return Stream.fromReadableStream({ evaluate: () => body, onError: () => "broken" as const }).pipe(
    Stream.takeWhile((bytes) => (left -= bytes.length) >= 0),
    Stream.decodeText,
    Stream.mkString
  )
}

/** Where the control plane of an emulator would be, whose address is that of a region without its path. */
export const controlPlaneUrl = (apiUrl: string): string => apiUrl.replace(/(?:\/(?:us|eu))?\/api$/, "/__mock")

/** Asks once, and tells nothing: no key, no token, and nobody else who an answer may point to. */
const ask = (fetch: typeof globalThis.fetch, apiUrl: string): Effect.Effect<EnvironmentKind> =>
  Effect.gen(function* () {
    const { body, headers, status } = yield* Effect.tryPromise((signal) =>
      fetch(controlPlaneUrl(apiUrl), {
        headers: { accept: "application/json" },
        credentials: "omit",
        redirect: "manual",
        referrerPolicy: "no-referrer",
        signal
      })
    )
    if (status >= 500) return "unknown"
    const isJson = /^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? "")
    if (status !== 200 || !isJson || body === null) {
      yield* Effect.ignore(Effect.tryPromise(() => body?.cancel() ?? Promise.resolve()))
      return "live"
    }
    return isList(yield* bodyOf(body)) ? "emulator" : "live"
  }).pipe(
    Effect.timeout("2 seconds"),
    Effect.orElseSucceed((): EnvironmentKind => "unknown")
  )

/** What one is connected to. */
export class Environment extends Context.Service<
  Environment,
  {
    /** What is known so far; `unknown` until `find` has found it. */
    readonly kind: Observable.Observable<EnvironmentKind>
    /** Asks at the address, once for all who want to know; again where that was not found out. */
    readonly find: Effect.Effect<EnvironmentKind>
  }
>()("@remote-assist/tui/Environment") {
  static readonly layer: Layer.Layer<Environment, never, Region.Region> = Layer.effect(
    Environment,
    Effect.gen(function* () {
      const { apiUrl } = yield* Region.Region
      const kind = Observable.make<EnvironmentKind>("unknown")
      const [found, forget] = yield* Effect.cachedInvalidateWithTTL(
        Effect.tap(ask(yield* HttpFetch.Fetch, apiUrl), (found) => Effect.sync(() => kind.update(() => found))),
        Duration.infinity
      )
      return Environment.of({ kind, find: Effect.tap(found, (kind) => (kind === "unknown" ? forget : Effect.void)) })
    })
  )

  /** Is an emulator, as it was started here. */
  static readonly layerEmulator: Layer.Layer<Environment> = Layer.sync(Environment, () =>
    Environment.of({ kind: Observable.make<EnvironmentKind>("emulator"), find: Effect.succeed("emulator") })
  )
}

/** Asks until it is known, later each time that it was not found out. */
export const detect = Effect.fnUntraced(function* ({ find }: Pick<Environment["Service"], "find">) {
  for (let times = 0; (yield* find) === "unknown"; times++) yield* Effect.sleep(retryDelay(times))
})
