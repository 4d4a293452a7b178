import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { isOpen } from "./support/columns.ts"
import { isV1, operationIds } from "./support/Operations.ts"
import type { OperationId } from "./support/Operations.ts"
import { requestsTo } from "./support/requests.ts"
import { newSite } from "./support/Site.ts"
import type { Asked, Site } from "./support/Site.ts"

const finished = "call_00000000-0000-4000-8000-000000000001"
const running = "call_00000000-0000-4000-8000-000000000003"

const v1 = operationIds.filter(isV1)

const v1r1 = operationIds.filter((id) => !isV1(id))

const wrong = { email: "ada", password: "wrong" }

layer(Emulator.layerServer({ port: 0 }))("§7: errors", (it) => {
  const row = (name: string, test: (site: Site) => Effect.Effect<unknown>) =>
    it.effect(name, () => Effect.flatMap(newSite, test))

  const refuses = (name: string, status: number, ids: ReadonlyArray<OperationId>, asked: Asked) =>
    row(name, (site) =>
      Effect.forEach(ids, (id) =>
        Effect.map(site.ask(id, { ...asked }), (answer) => assert.strictEqual(answer.status, status, id))
      )
    )

  const authentication = v1r1.filter((id) => /^(?:Auth|PersonalAccessTokens|Registration)\./.test(id))

  row("400: any failure on /v1r1 authentication, personal access token and registration endpoints: errorV1R1", (site) =>
    Effect.gen(function* () {
      const { token } = yield* site.logIn("ada")
      // 4.1, 8 to 10; 4.2, 1 to 4; 4.3, 5 and 6
      assert.lengthOf(authentication, 9)
      for (const [name, asked] of [
        ["invalid API key", { key: "wrong", token }],
        ["invalid token or body", { token: "wrong" }]
      ] as const)
        for (const id of authentication)
          assert.strictEqual((yield* site.ask(id, { id: 1, ...asked })).status, 400, `${id}: ${name}`)
      for (const [id, body] of [
        ["Auth.logInV1R1", wrong],
        ["Auth.fromUrl", { link_url: "wrong" }],
        ["Auth.personalAccessToken", { token: "wrong" }],
        ["Registration.registerV1R1", { user_info: { ...wrong, name: "" } }]
      ] as const)
        assert.strictEqual((yield* site.ask(id, { body })).status, 400, id)
    })
  )

  row("401: invalid credentials: errorV1", (site) =>
    Effect.gen(function* () {
      for (const id of ["Auth.logIn", "Auth.enterprise"] as const)
        assert.strictEqual((yield* site.ask(id, { body: wrong })).status, 401, id)
    })
  )

  refuses(
    "401: invalid token: errorV1, or a plain string on call endpoints",
    401,
    v1.filter((id) => !isOpen(id)),
    { id: 11, token: "wrong" }
  )

  row("401: invalid refresh token: errorV1", (site) =>
    Effect.forEach(["Auth.exchange", "Auth.refresh"] as const, (id) =>
      Effect.map(site.ask(id, { body: { refresh_token: "wrong" } }), ({ status }) =>
        assert.strictEqual(status, 401, id)
      )
    )
  )

  refuses("401: invalid confirmation token: errorV1", 401, ["Registration.confirm", "Registration.confirmNewEmail"], {
    query: { confirmation_token: "wrong" }
  })

  row("401: invalid API key: errorV1, or a plain string where 401 is documented as one (4.4)", (site) =>
    Effect.gen(function* () {
      const { token } = yield* site.logIn("ada")
      const requests = yield* requestsTo(site)
      for (const id of v1) {
        const { json, status } = yield* site.ask(id, { ...requests[id], token, key: "wrong" })
        const isText = ["Calls.list", "Calls.read", "Calls.eventStream", "Calls.events"].includes(id)
        assert.strictEqual(status, 401, id)
        assert.deepStrictEqual(typeof json === "string" || Object.keys(json), isText || ["code", "message"], id)
      }
    })
  )

  row("401: a resource that is not found: errorV1, or a plain string on call endpoints", (site) =>
    Effect.gen(function* () {
      const { token } = yield* site.logIn("ada")
      for (const id of ["Calls.read", "Calls.eventStream", "Calls.events"] as const)
        assert.strictEqual((yield* site.ask(id, { id: "call_none", token })).status, 401, id)
      for (const id of ["OnCallGroups.favorite", "OnCallGroups.unfavorite"] as const)
        assert.strictEqual((yield* site.ask(id, { id: 99, token })).status, 401, id)
      assert.strictEqual((yield* site.ask("Calls.annotate", { id: "call_none", body: {}, token })).status, 401)
    })
  )

  row("401: a resource that is not accessible: errorV1", (site) =>
    Effect.gen(function* () {
      const { token } = yield* site.logIn("linus")
      assert.strictEqual((yield* site.ask("Calls.annotate", { id: running, body: {}, token })).status, 401)
      const body = { email: "guest@example.com", name: "Guest" }
      assert.strictEqual((yield* site.ask("Invitations.personalRoom", { body, token })).status, 401)
    })
  )

  row("403: access to a call or its events denied: a plain string", (site) =>
    Effect.gen(function* () {
      const linus = yield* site.logIn("linus")
      const grace = yield* site.logIn("grace")
      for (const id of ["Calls.read", "Calls.eventStream", "Calls.events"] as const)
        for (const [call, token] of [
          [running, linus.token],
          [finished, grace.token]
        ] as const) {
          const { json, status } = yield* site.ask(id, { id: call, token })
          assert.deepStrictEqual([status, typeof json], [403, "string"], id)
          assert.notMatch(json, /Ada|Grace|Linus/)
        }
    })
  )
})

layer(Emulator.layerServer({ port: 0, gaps: { "errors.bad-input-v1": 500 } }))("§7: errors, 500", (it) => {
  it.effect("500: internal error: errorV1, where a switch of the emulator makes a request one", () =>
    Effect.gen(function* () {
      const site = yield* newSite
      for (const id of ["Auth.logIn", "Auth.refresh", "Registration.register"] as const)
        assert.strictEqual((yield* site.ask(id, { body: {} })).status, 500, id)
    })
  )
})
