import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../../src/library/Emulator.ts"
import { isOpen } from "./columns.ts"
import type { OperationId } from "./Operations.ts"
import { requestsTo } from "./requests.ts"
import type { Requests } from "./requests.ts"
import { newSite } from "./Site.ts"
import type { Answer, Asked, Site } from "./Site.ts"

export interface Given {
  readonly site: Site
  readonly requests: Requests
  /** What the operation needs besides what is bad. */
  readonly with: (id: OperationId, bad: Asked) => Asked
  readonly request: (method: string, path: string, asked?: Asked) => Effect.Effect<Answer>
}

/** A site of its own, with what every operation takes there. */
export const given: Effect.Effect<Given, never, Emulator> = Effect.gen(function* () {
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
    request: (method, path, asked) => site.request(method, path, { token, ...asked })
  }
})

type Checked = Effect.Effect<ReadonlyArray<string>>

/** Tests that what every one of some operations answers has no problems. */
export type Every = (
  name: string,
  ids: ReadonlyArray<OperationId>,
  check: (id: OperationId, given: Given) => Checked | ReadonlyArray<Checked>
) => void

/** Tests of many operations on one emulator, each test on a site of its own. */
export const everyOperation = (title: string, tests: (every: Every) => void) =>
  layer(Emulator.layerServer({ port: 0 }))(title, (it) =>
    tests((name, ids, check) =>
      it.effect(`${name} (${ids.length} operations)`, () =>
        Effect.gen(function* () {
          const all = yield* given
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
