import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { recordAt, recordsAt } from "../support/json.ts"
import { group } from "./support/group.ts"
import { askAs } from "./support/Site.ts"
import type { Asked, Site } from "./support/Site.ts"

const list = (site: Site, email: string, input?: Asked) => askAs(site, email, "Pods.list", input)

group("Pods", {
  list: {
    200: {
      "every group, one of them the default": (site) =>
        Effect.gen(function* () {
          const { entries, ...page } = recordAt((yield* list(site, "ada")).json)
          assert.deepStrictEqual(page, { total_entries: 2, total_pages: 1, page: 1, page_size: 20 })
          assert.deepStrictEqual(
            recordsAt(entries).map((pod) => [pod["name"], pod["default"], pod["user_count"]]),
            [
              ["Everyone", true, 4],
              ["Field Service", false, 1]
            ]
          )
        }),
      "page n": (site) =>
        Effect.gen(function* () {
          const first = recordAt((yield* list(site, "ada")).json)
          assert.deepStrictEqual((yield* list(site, "ada", { query: { page: "1" } })).json, first)
          const second = (yield* list(site, "ada", { query: { page: "2" } })).json
          assert.deepStrictEqual(second, { ...first, entries: [], page: 2 })
        })
    },
    400: {
      "no API key": (site) => list(site, "ada", { key: undefined }),
      "no token": (site) => site.ask("Pods.list"),
      "a user who is not an administrator": (site) => list(site, "grace")
    }
  }
})
