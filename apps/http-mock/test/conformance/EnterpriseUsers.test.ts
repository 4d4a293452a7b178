import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { at, listAt, recordAt, recordsAt } from "../support/json.ts"
import { group } from "./support/group.ts"
import type { OperationId } from "./support/Operations.ts"
import { enterpriseUser } from "./support/Resources.ts"
import { askAs } from "./support/Site.ts"
import type { Asked, Site } from "./support/Site.ts"

const asAda = (site: Site, id: OperationId, input?: Asked) => askAs(site, "ada", id, input)

const found = (site: Site, filter: string) =>
  Effect.map(asAda(site, "EnterpriseUsers.list", { query: { filter } }), ({ json }) => recordsAt(json, "entries"))

const provisioned = (site: Site, body: object) =>
  Effect.map(asAda(site, "EnterpriseUsers.provision", { body }), ({ json }) => json)

const joan = { name: "Joan Clarke", email: "joan+1@example.com" }

const refused = (id: OperationId, input: Asked) => (site: Site) => asAda(site, id, input)

group("EnterpriseUsers", {
  provision: {
    200: {
      "the user exists, is active, has the role User and logs in": (site) =>
        Effect.gen(function* () {
          const created = yield* provisioned(site, joan)
          assert.deepStrictEqual(enterpriseUser(created, "answer"), [])
          assert.deepInclude(created, { ...joan, active: true, role_name: "User" })
          assert.deepStrictEqual(yield* found(site, `email=${joan.email}`), [recordAt(created)])
          yield* site.logIn(joan.email)
        })
    },
    400: {
      "the e-mail address of a user": refused("EnterpriseUsers.provision", { body: { email: "Grace@example.com" } })
    }
  },
  list: {
    200: {
      "every user": (site) =>
        Effect.gen(function* () {
          const { entries, ...page } = recordAt((yield* asAda(site, "EnterpriseUsers.list")).json)
          assert.deepStrictEqual(page, { total_entries: 4, total_pages: 1, page: 1, page_size: 20 })
          assert.deepStrictEqual(
            recordsAt(entries).map(({ active, username }) => [username, active]),
            [
              ["ada", true],
              ["grace", true],
              ["linus", true],
              ["edsger", false]
            ]
          )
        }),
      "an exact match of each field that is shown": (site) =>
        Effect.gen(function* () {
          const [ada] = yield* found(site, "id=101")
          for (const field of ["id", "username", "name", "email", "last_used_at"])
            assert.include(
              (yield* found(site, `${field}=${String(at(ada, field))}`)).map(({ id }) => id),
              101,
              field
            )
          assert.strictEqual(listAt(yield* found(site, "active=false")).length, 1)
          assert.strictEqual(listAt(yield* found(site, "available=true")).length, 3)
          assert.deepStrictEqual(yield* found(site, "email=ADA"), [])
        }),
      "a + in an e-mail address, percent-encoded": (site) =>
        Effect.gen(function* () {
          const created = yield* provisioned(site, joan)
          const { token } = yield* site.logIn("ada")
          const path = "/api/v1r1/enterprise/users?filter=email%3Djoan%2B1%40example.com"
          const { json } = yield* site.request("GET", path, { token })
          assert.deepStrictEqual([at(json, "total_entries"), at(json, "entries")], [1, [created]])
          assert.deepStrictEqual(yield* found(site, `email=${joan.email}`), [recordAt(created)])
        })
    },
    400: {
      "a filter by an unknown field": refused("EnterpriseUsers.list", { query: { filter: "shoe_size=44" } })
    }
  },
  update: {
    200: {
      "only present fields change": (site) =>
        Effect.gen(function* () {
          const [before] = yield* found(site, "id=102")
          yield* asAda(site, "EnterpriseUsers.update", { id: 102, body: { name: "Rear Admiral" } })
          const [after] = yield* found(site, "id=102")
          assert.deepStrictEqual(after, { ...before, name: "Rear Admiral", updated_at: at(after, "updated_at") })
        })
    },
    400: {
      "an unknown user": refused("EnterpriseUsers.update", { id: 999, body: { active: false } })
    }
  },
  remove: {
    200: {
      "the user is gone and stays gone": (site) =>
        Effect.gen(function* () {
          yield* asAda(site, "EnterpriseUsers.remove", { id: 102 })
          assert.deepStrictEqual(yield* found(site, "id=102"), [])
          for (const id of ["EnterpriseUsers.remove", "EnterpriseUsers.update"] as const)
            assert.strictEqual((yield* asAda(site, id, { id: 102, body: { active: true } })).status, 400)
        })
    },
    400: {
      "an unknown user": refused("EnterpriseUsers.remove", { id: 999 })
    }
  }
})
