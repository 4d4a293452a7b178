import { Http, Region } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

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

/** Returns the address of the control plane, if an emulator serves the region. */
export const controlPlaneUrl = (apiUrl: string): string => apiUrl.replace(/(?:\/(?:us|eu))?\/api$/, "/__mock")

/** Requests the address once, without credentials. */
const ask = ({ exchange }: Http.Http["Service"], apiUrl: string): Effect.Effect<EnvironmentKind> =>
  exchange(
    { method: "GET", url: controlPlaneUrl(apiUrl), headers: { accept: "application/json" }, body: undefined },
    maxBytes
  ).pipe(
    Effect.map(({ body, headers, status }): EnvironmentKind => {
      if (status >= 500) return "unknown"
      const isJson = /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")
      return status === 200 && isJson && isList(body) ? "emulator" : "live"
    }),
    Effect.timeout("2 seconds"),
    Effect.catch(({ _tag }) => Effect.succeed<EnvironmentKind>(_tag === "TooLarge" ? "live" : "unknown"))
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
  static readonly layer: Layer.Layer<Environment, never, Http.Http | Region.Region> = Layer.effect(
    Environment,
    Effect.gen(function* () {
      const { apiUrl } = yield* Region.Region
      const kind = Observable.make<EnvironmentKind>("unknown")
      const [found, forget] = yield* Effect.cachedInvalidateWithTTL(
        Effect.tap(ask(yield* Http.Http, apiUrl), (found) => Effect.sync(() => kind.update(() => found))),
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
