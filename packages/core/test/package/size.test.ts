import { assert, beforeAll, describe, it } from "vitest"

import { sizeOf } from "./bundle.ts"
import type { Bundler } from "./bundle.ts"

const programs = {
  base: `
    import * as Effect from "effect/Effect"
    import * as FetchHttpClient from "effect/http/FetchHttpClient"
    import * as HttpClient from "effect/http/HttpClient"
    import * as HttpClientResponse from "effect/http/HttpClientResponse"
    import * as Schema from "effect/Schema"
    export const answer = HttpClient.get("https://example.com").pipe(
      Effect.flatMap(HttpClientResponse.schemaBodyJson(Schema.Struct({ name: Schema.String }))),
      Effect.provide(FetchHttpClient.layer),
      Effect.runPromise
    )`,
  "one group": `
    import * as Effect from "effect/Effect"
    import * as HttpFetch from "../../src/HttpFetch.ts"
    import { Auth } from "../../src/Auth.ts"
    import { Pods } from "../../src/Pods.ts"
    import { Region } from "../../src/Region.ts"
    import { Session } from "../../src/Session.ts"
    import { TokenStore } from "../../src/TokenStore.ts"
    import { Transport } from "../../src/Transport.ts"
    export const run = Effect.runPromise
    export const layers = [
      Pods.layer, Session.layer, Auth.layer, TokenStore.layerMemory, Region.layer, Transport.layer, HttpFetch.layer
    ]`,
  "whole SDK": `
    import * as Effect from "effect/Effect"
    import * as HttpFetch from "../../src/HttpFetch.ts"
    import * as Client from "../../src/Client.ts"
    import { Region } from "../../src/Region.ts"
    export const run = Effect.runPromise
    export const layers = [Client.layer, Region.layer, HttpFetch.layer]`,
  promises: `export { connect } from "../../src/promise.ts"`,
  "promises of one group": `
    import { connectTo, pods } from "../../src/promise.ts"
    export const connect = (settings) => connectTo(settings, { pods })`,
  "one predicate": `export { isUnknownResource } from "../../src/promise.ts"`
}

type Program = keyof typeof programs

/** Bytes; a kilobyte is 1000. */
const budgets: ReadonlyArray<{
  readonly what: string
  readonly of: Program
  readonly beyond?: Program
  readonly most: Readonly<Record<Bundler, number>>
}> = [
  { what: "one group", of: "one group", most: { esbuild: 64_300, rolldown: 60_600 } },
  { what: "the whole SDK", of: "whole SDK", most: { esbuild: 68_300, rolldown: 64_500 } },
  { what: "the whole SDK as promises", of: "promises", most: { esbuild: 77_200, rolldown: 73_300 } },
  { what: "one group as promises", of: "promises of one group", most: { esbuild: 73_800, rolldown: 69_900 } },
  { what: "one predicate", of: "one predicate", most: { esbuild: 2_050, rolldown: 2_000 } },
  {
    what: "the whole SDK beyond what Effect and its client weigh",
    of: "whole SDK",
    beyond: "base",
    most: { esbuild: 25_200, rolldown: 24_400 }
  }
]

describe.each<Bundler>(["esbuild", "rolldown"])(
  "the size of a browser bundle by %s",
  { timeout: 30_000 },
  (bundler) => {
    let sizes: Record<Program, number>

    const table = () =>
      Object.entries(sizes)
        .map(([program, size]) => `${program.padEnd(22)} ${(size / 1000).toFixed(1).padStart(6)} kB gzip`)
        .join("\n")

    beforeAll(async () => {
      sizes = {
        base: await sizeOf(programs.base, bundler),
        "one group": await sizeOf(programs["one group"], bundler),
        "whole SDK": await sizeOf(programs["whole SDK"], bundler),
        promises: await sizeOf(programs.promises, bundler),
        "promises of one group": await sizeOf(programs["promises of one group"], bundler),
        "one predicate": await sizeOf(programs["one predicate"], bundler)
      }
    }, 30_000)

    it.each(budgets)("keeps $what within its budget", ({ beyond, most, of, what }) => {
      const size = sizes[of] - (beyond === undefined ? 0 : sizes[beyond])
      assert.isAtMost(size, most[bundler], `${what} is past its budget\n${table()}\n`)
    })
  }
)
