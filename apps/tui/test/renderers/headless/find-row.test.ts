import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"

import { findRow } from "../../../src/renderers/headless/list.ts"
import { pods } from "../../../src/resources/pods.ts"
import type { AnyResource } from "../../../src/resources/Resource.ts"

const rows = [
  { id: 1, name: "5" },
  { id: 2, name: "Twice" },
  { id: 3, name: "twice" },
  { id: 5, name: "Everyone" },
  { id: 6, name: "1" }
]

const entries = (page: number) => rows.slice(2 * page - 2, 2 * page)

const resource: AnyResource = {
  ...pods,
  read: (_, page) =>
    Effect.succeed({ entries: entries(page), page, page_size: 2, total_pages: 3, total_entries: rows.length })
}

// it needs nothing but the list, which is here
const nothing = Context.empty() as Context.Context<unknown>

const found = (name: string): Promise<unknown> =>
  Effect.runPromise(
    Effect.match(Effect.provideContext(findRow(resource, name), nothing), {
      onSuccess: ({ id }) => id,
      onFailure: ({ message }) => message
    })
  )

test("an id counts before an equal name", async () => {
  expect(await Promise.all(["5", "1", "2"].map(found))).toEqual([5, 1, 2])
})

test("an ambiguous name matches no row", async () => {
  expect(await found("everyone")).toBe(5)
  expect(await found("Twice")).toBe("There are 2 pods Twice. Give the id, 2 or 3.")
  expect(await found("Nobody")).toBe("There is no pod Nobody.")
})
