import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../../src/library/Emulator.ts"
import { isOpen } from "./columns.ts"
import type { OperationId } from "./Operations.ts"
import { requestsTo } from "./requests.ts"
import type { Requests } from "./requests.ts"
import { newSite } from "./Site.ts"
import type { Answer, Asked, Site } from "./Site.ts"

export interface Fixture {
  readonly site: Site
  readonly requests: Requests
  /** The valid parts of the request. */
  readonly with: (id: OperationId, bad: Asked) => Asked
  readonly request: (method: string, path: string, input?: Asked) => Effect.Effect<Answer>
}

/** A new site, with a valid request to every operation. */
export const fixture: Effect.Effect<Fixture, never, Emulator> = Effect.gen(function* () {
  const site = yield* newSite
  const requests = yield* requestsTo(site)
  const { token } = yield* site.logIn("ada")
  return {
    site,
    requests,
    with: (id, bad) => ({
      ...requests[id],
      ...(isOpen(id) ? {} : { token }),
      ...bad
    }),
    request: (method, path, input) => site.request(method, path, { token, ...input })
  }
})

type Checked = Effect.Effect<ReadonlyArray<string>>

/** Tests that the answers of some operations have no problems. */
export type Every = (
  name: string,
  ids: ReadonlyArray<OperationId>,
  check: (id: OperationId, fixture: Fixture) => Checked | ReadonlyArray<Checked>
) => void

/** Tests many operations on one emulator, each test on a new site. */
export const everyOperation = (title: string, tests: (every: Every) => void) =>
  layer(Emulator.layerServer({ port: 0 }))(title, (it) =>
    tests((name, ids, check) =>
      it.effect(`${name} (${ids.length} operations)`, () =>
        Effect.gen(function* () {
          const all = yield* fixture
          const found = yield* Effect.forEach(
            ids.flatMap((id) => check(id, all)),
            (checked) => checked,
            { concurrency: 8 }
          )
          assert.deepStrictEqual(found.flat(), [])
        })
      )
    )
  )
