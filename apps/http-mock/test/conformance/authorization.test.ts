import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { numberAt, textAt } from "../support/json.ts"
import { columnOf } from "./support/columns.ts"
import { operationIds } from "./support/Operations.ts"
import type { OperationId } from "./support/Operations.ts"
import { newPartner } from "./support/Partner.ts"
import { requestsTo } from "./support/requests.ts"
import { apiKey, newSite, password, problemsOf } from "./support/Site.ts"
import type { Answer, Asked, Site } from "./support/Site.ts"

/*
 * Who may do what: §5, §7. A cell is the status, and its message: `Token expired` in a string, `string` for any
 * other, else the cause that stands for the code of errorV1 or errorV1R1.
 */
const matrix = `
  credentials                  | open /v1   | open /v1r1 | of a token   | own /v1           | own calls         | one call          | own tokens     | administration
  no API key                   | 401 apiKey | 400 apiKey | 401 apiKey   | 401 apiKey        | 401 string        | 401 string        | 400 apiKey     | 400 apiKey
  wrong API key                | 401 apiKey | 400 apiKey | 401 apiKey   | 401 apiKey        | 401 string        | 401 string        | 400 apiKey     | 400 apiKey
  neither API key nor token    | 401 apiKey | 400 apiKey | 401 apiKey   | 401 apiKey        | 401 string        | 401 string        | 400 apiKey     | 400 apiKey
  wrong API key, wrong token   | 401 apiKey | 400 apiKey | 401 apiKey   | 401 apiKey        | 401 string        | 401 string        | 400 apiKey     | 400 apiKey
  API key in authorization     | 200        | 200        | 401 token    | 401 apiKey        | 401 string        | 401 string        | 400 apiKey     | 400 apiKey
  no token                     | 200        | 200        | 401 token    | 401 token         | 401 string        | 401 string        | 400 token      | 400 token
  malformed token              | 200        | 200        | 401 token    | 401 token         | 401 string        | 401 string        | 400 token      | 400 token
  expired token                | 200        | 200        | 401 expired  | 401 Token expired | 401 Token expired | 401 Token expired | 400 expired    | 400 expired
  token of the other region    | 200        | 200        | 401 token    | 401 token         | 401 string        | 401 string        | 400 token      | 400 token
  token of another tenant      | 200        | 200        | 401 token    | 401 token         | 401 string        | 401 string        | 400 token      | 400 token
  token of a deactivated user  | 200        | 200        | 401 inactive | 401 inactive      | 401 string        | 401 string        | 400 inactive   | 400 inactive
  token of a deleted user      | 200        | 200        | 401 token    | 401 token         | 401 string        | 401 string        | 400 token      | 400 token
  token of a removed PAT       | 200        | 200        | 401 token    | 401 token         | 401 string        | 401 string        | 400 token      | 400 token
  anonymous token              | 200        | 200        | 200          | 401 permission    | 401 string        | 403 string        | 400 permission | 400 permission
  plain user                   | 200        | 200        | 200          | 200               | 200               | 200               | 200            | 400 permission
  administrator                | 200        | 200        | 200          | 200               | 200               | 200               | 200            | 200
  administrator, after Bearer  | 200        | 200        | 200          | 200               | 200               | 200               | 200            | 200
  partner key                  | 200        | 200        | 200          | 401 permission    | 401 string        | 403 string        | 400 permission | 200
  expired partner key          | 200        | 200        | 401 expired  | 401 Token expired | 401 Token expired | 401 Token expired | 400 expired    | 400 expired
  enterprise token             | 200        | 200        | 200          | 401 permission    | 401 string        | 403 string        | 400 permission | 200
`

const [[, ...columns] = [], ...rows] = matrix
  .trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))

/** The permissions of the administrator that a plain user does not have. */
const ofAdministrator: { readonly [Id in OperationId]?: string } = {
  "Invitations.personalRoom": "401 permission",
  "PersonalAccessTokens.read": "400 notFound",
  "PersonalAccessTokens.remove": "400 notFound"
}

const causes = new Map([
  [1002, "token"],
  [1003, "expired"],
  [1004, "inactive"],
  [1006, "apiKey"],
  [1007, "permission"],
  [1008, "notFound"]
])

const cellOf = (id: OperationId, answer: Answer): string => {
  const { json, status } = answer
  const problems = problemsOf(id, answer)
  if (problems.length > 0) return problems.join()
  if (status === 200) return "200"
  if (typeof json === "string") return `${status} ${json === "Token expired" ? json : "string"}`
  return `${status} ${causes.get(numberAt(json, "code")) ?? numberAt(json, "code")}`
}

const partner = newPartner()

type Credentials = Pick<Asked, "key" | "token">

const tokenOf = (site: Site, id: OperationId, input: Asked) =>
  Effect.map(site.ask(id, input), ({ json }) => ({ token: textAt(json, "token") }))

const byLogIn = (site: Site, email: string) => Effect.map(site.logIn(email), ({ token }) => ({ token }))

/** The rows: the credentials of a request. */
const credentials: Readonly<Record<string, (site: Site) => Effect.Effect<Credentials, never, Emulator>>> = {
  "no API key": (site) => Effect.map(byLogIn(site, "ada"), (ada) => ({ ...ada, key: undefined })),
  "wrong API key": (site) => Effect.map(byLogIn(site, "ada"), (ada) => ({ ...ada, key: "wrong" })),
  "neither API key nor token": () => Effect.succeed({ key: undefined }),
  "wrong API key, wrong token": () => Effect.succeed({ key: "wrong", token: "nonsense" }),
  "API key in authorization": () => Effect.succeed({ key: undefined, token: apiKey }),
  "no token": () => Effect.succeed({}),
  "malformed token": () => Effect.succeed({ token: "a.b.c" }),
  "expired token": (site) => Effect.tap(byLogIn(site, "ada"), site.advance("31 days")),
  "token of the other region": (site) => Effect.map(site.logIn("ada", "eu"), ({ token }) => ({ token })),
  "token of another tenant": () => Effect.flatMap(newSite, (other) => byLogIn(other, "ada")),
  "token of a deactivated user": (site) =>
    Effect.gen(function* () {
      const grace = yield* byLogIn(site, "grace")
      const token = yield* partner.token()
      yield* site.ask("EnterpriseUsers.update", { id: 102, body: { active: false }, token })
      return grace
    }),
  "token of a deleted user": (site) =>
    Effect.gen(function* () {
      const body = { email: "dilly@example.com", role: "EnterpriseAdmin" }
      const token = yield* partner.token()
      const { json } = yield* site.ask("EnterpriseUsers.provision", { body, token })
      const dilly = yield* byLogIn(site, body.email)
      yield* site.ask("EnterpriseUsers.remove", { id: numberAt(json, "id"), token })
      return dilly
    }),
  "token of a removed PAT": (site) =>
    Effect.gen(function* () {
      const { token } = yield* site.logIn("ada")
      const { json } = yield* site.ask("PersonalAccessTokens.create", { token })
      const exchanged = yield* tokenOf(site, "Auth.personalAccessToken", { body: { token: textAt(json, "token") } })
      yield* site.ask("PersonalAccessTokens.remove", { id: numberAt(json, "id"), token })
      return exchanged
    }),
  "anonymous token": (site) => tokenOf(site, "Auth.anonymous", { body: {} }),
  "plain user": (site) => byLogIn(site, "grace"),
  administrator: (site) => byLogIn(site, "ada"),
  "administrator, after Bearer": (site) => Effect.map(site.logIn("ada"), ({ token }) => ({ token: `Bearer ${token}` })),
  "partner key": () => Effect.map(partner.token(), (token) => ({ token })),
  "expired partner key": () => Effect.map(partner.token({ lifeInSeconds: -1 }), (token) => ({ token })),
  "enterprise token": (site) =>
    Effect.map(site.ask("Auth.enterprise", { body: { email: "ada", password } }), ({ json }) => ({
      token: textAt(json)
    }))
}

layer(Emulator.layerServer({ port: 0, ...partner.options }))("§5, §7: each operation answers", (it) => {
  it.effect("as in one of the columns, with credentials as in one of the rows", () =>
    Effect.sync(() => {
      assert.sameMembers([...new Set(Object.values(columnOf))], columns)
      assert.sameMembers(
        Object.keys(credentials),
        rows.map(([name]) => name)
      )
    })
  )

  for (const [row = "", ...cells] of rows) {
    const expected = (id: OperationId) =>
      (row === "plain user" ? ofAdministrator[id] : undefined) ?? cells[columns.indexOf(columnOf[id])]

    it.effect(`with ${row}`, () =>
      Effect.gen(function* () {
        const site = yield* newSite
        const requests = yield* requestsTo(site)
        const headers = yield* credentials[row]?.(site) ?? Effect.die(`no credentials are called ${row}`)
        const answered = yield* Effect.forEach(operationIds, (id) =>
          Effect.map(site.send(id, { ...requests[id], ...headers }), (answer) => [id, cellOf(id, answer)] as const)
        )
        assert.deepStrictEqual(
          Object.fromEntries(answered),
          Object.fromEntries(operationIds.map((id) => [id, expected(id)]))
        )
      })
    )
  }
})
