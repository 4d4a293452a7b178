import { HttpFetch, Region } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import * as Observable from "../Observable.ts"
import { retryDelay } from "../Problem.ts"

/** What answers at the address: the live service or an emulator. */
export type EnvironmentKind = "live" | "emulator" | "unknown"

// the control plane lists its addresses without authentication
const List = Schema.Struct({
  addresses: Schema.Array(Schema.Struct({ method: Schema.String, url: Schema.String, what: Schema.String }))
})

const decode = Schema.decodeOption(Schema.fromJsonString(List))

const isList = (text: string): boolean =>
  Option.exists(decode(text), ({ addresses }) =>
    addresses.some(({ method, url }) => method === "GET" && url.endsWith("/__mock/health"))
  )

// many times the size of the list of an emulator
const maxBytes = 100_000

const readBody = (body: ReadableStream<Uint8Array>) => {
  let rest = maxBytes
  return Stream.fromReadableStream({ evaluate: () => body, onError: () => "broken" as const }).pipe(
    Stream.takeWhile((bytes) => (rest -= bytes.length) >= 0),
    Stream.decodeText,
    Stream.mkString
  )
}

/** Returns the address of the control plane, if an emulator serves the region. */
export const controlPlaneUrl = (apiUrl: string): string => apiUrl.replace(/(?:\/(?:us|eu))?\/api$/, "/__mock")

/** Requests the address once, without credentials and redirects. */
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
    return isList(yield* readBody(body)) ? "emulator" : "live"
  }).pipe(
    Effect.timeout("2 seconds"),
    Effect.orElseSucceed((): EnvironmentKind => "unknown")
  )

/** What the program is connected to. */
export class Environment extends Context.Service<
  Environment,
  {
    /** `unknown` until `find` succeeds. */
    readonly kind: Observable.Observable<EnvironmentKind>
    /** Requests the address once for all callers, and again if the result was `unknown`. */
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

  /** Layer for an emulator in this process. */
  static readonly layerEmulator: Layer.Layer<Environment> = Layer.sync(Environment, () =>
    Environment.of({ kind: Observable.make<EnvironmentKind>("emulator"), find: Effect.succeed("emulator") })
  )
}

/** Repeats `find` with a growing delay until it succeeds. */
export const detect = Effect.fnUntraced(function* ({ find }: Pick<Environment["Service"], "find">) {
  for (let failures = 0; (yield* find) === "unknown"; failures++) yield* Effect.sleep(retryDelay(failures))
})
