import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { notRefused } from "./support/Bad.ts"
import { changed, fieldsOf, withBody } from "./support/bodies.ts"
import { everyOperation, fixture } from "./support/everyOperation.ts"
import { operationIds, operations } from "./support/Operations.ts"

const withId = operationIds.filter((id) => operations[id].path.includes("{"))

const integerId = withId.filter((id) => !operations[id].path.includes("{call_id}"))

everyOperation("§4: a bad id or query is refused in a documented form that names what is wrong", (every) => {
  every("an unknown id", withId, (id, { site, with: valid }) =>
    ["999", "0", "-1"].map((unknown) =>
      Effect.map(site.send(id, valid(id, { id: unknown })), (answer) => notRefused(id, answer, unknown))
    )
  )

  every("an id that is not an integer", integerId, (id, { site, with: valid }) =>
    ["abc", "1.5", "1e3x", " ", "9007199254740993", "../101", "x".repeat(5000)].map((wrong) =>
      Effect.map(site.send(id, valid(id, { id: wrong })), (answer) =>
        notRefused(id, answer, /path|There is no|You have/)
      )
    )
  )

  every("an id that cannot be decoded", withId, (id, { request, requests }) => {
    const path = `/api${operations[id].path.replace(/\{\w+\}/, "%zz")}`
    const { body } = requests[id]
    return Effect.map(request(operations[id].method, path, { body }), (answer) => notRefused(id, answer, "decoded"))
  })

  every(
    "a query parameter that is missing",
    ["Registration.confirm", "Registration.confirmNewEmail", "Registration.resendConfirmation"],
    (id, { requests, site, with: valid }) =>
      Object.keys(requests[id].query ?? {}).map((name) =>
        Effect.map(site.send(id, valid(id, { query: {} })), (answer) => notRefused(id, answer, name))
      )
  )

  const paged = ["Calls.list", "OnCallGroups.list", "EnterpriseUsers.list"] as const

  every("an invalid page", [...paged, "Pods.list"], (id, { site, with: valid }) =>
    ["0", "-1", "x", "1.5", "", "1e400"].map((page) =>
      Effect.map(site.send(id, valid(id, { query: { page } })), (answer) => notRefused(id, answer, "page"))
    )
  )

  every("an invalid page_size", paged, (id, { site, with: valid }) =>
    ["0", "-1", "x", "1.5", "", "1e400"].map((page_size) =>
      Effect.map(site.send(id, valid(id, { query: { page_size } })), (answer) => notRefused(id, answer, "page_size"))
    )
  )

  every("an invalid filter", paged, (id, { site, with: valid }) =>
    ["", "=", "name", "shoe size=3", "shoe_size=3", "name<>3"].map((filter) =>
      Effect.map(site.send(id, valid(id, { query: { filter } })), (answer) => notRefused(id, answer, "filter"))
    )
  )

  every("an order by what there is not", ["Calls.list", "OnCallGroups.list"], (id, { site, with: valid }) =>
    ["", "shoe_size", "name,,id", "-"].map((order) =>
      Effect.map(site.send(id, valid(id, { query: { order } })), (answer) => notRefused(id, answer, "order"))
    )
  )
})

it.live("bad input changes nothing", () =>
  Effect.gen(function* () {
    const { requests, site, with: valid } = yield* fixture
    const state = Effect.all([
      site.send("EnterpriseUsers.list", valid("EnterpriseUsers.list", {})),
      site.send("Calls.list", valid("Calls.list", {})),
      site.send("OnCallGroups.list", valid("OnCallGroups.list", {})),
      site.send("PersonalAccessTokens.list", valid("PersonalAccessTokens.list", {})),
      site.send("Pods.list", valid("Pods.list", {}))
    ]).pipe(Effect.map((answers) => answers.map(({ text }) => text)))
    const before = yield* state
    for (const id of withBody)
      for (const { path, required } of fieldsOf(id))
        if (required) yield* site.send(id, valid(id, { body: changed(requests[id].body, path, undefined) }))
    for (const id of withId) yield* site.send(id, valid(id, { id: "999" }))
    assert.deepStrictEqual(yield* state, before)
  }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
)
