import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/Emulator.ts"
import { notMet, notRefused } from "./support/Bad.ts"
import { isV1, operationIds, operations } from "./support/Operations.ts"
import type { Operation, OperationId } from "./support/Operations.ts"
import { requestsTo } from "./support/requests.ts"
import type { Requests } from "./support/requests.ts"
import { newSite } from "./support/Site.ts"
import type { Answer, Asked, Site } from "./support/Site.ts"

type Type = "string" | "boolean" | "object" | "strings" | "integers"

/** The fields of the bodies of §4, as they are written there; one with ? may be left out. */
const bodies: { readonly [Id in OperationId]?: string } = {
  "Auth.anonymous": "display_name?: string",
  "Auth.logIn": "email: string, password: string",
  "Auth.exchange": "refresh_token: string",
  "Auth.refresh": "refresh_token: string",
  "Auth.enterprise": "email: string, password: string",
  "Auth.logInV1R1": "email: string, password: string",
  "Auth.fromUrl": "link_url: string",
  "Auth.personalAccessToken": "token: string",
  "Registration.register":
    "invitation_token?: string, user_info: object, user_info.email: string, user_info.name: string, user_info.password: string",
  "Registration.registerV1R1":
    "invitation_token?: string, user_info: object, user_info.email: string, user_info.name: string, user_info.password: string, user_info.location?: string, user_info.title?: string",
  "Registration.registerEnterprise":
    "contact_email: string, contact_name: string, enterprise_name: string, reseller_id: string",
  "Calls.annotate": "alt1_id?: string, alt2_id?: string, alt3_id?: string, extra_info?: string",
  "Invitations.personalRoom": "email: string, name: string",
  "Invitations.session": "call_id: string, contact_tokens: strings, user_token?: string",
  "EnterpriseUsers.provision": "name?: string, email: string, role?: string, send_email?: boolean, pod_ids?: integers",
  "EnterpriseUsers.update": "active?: boolean"
}

const wrongValues: { readonly [Each in Type]: ReadonlyArray<unknown> } = {
  string: [3, true, null, {}, ["x"]],
  boolean: ["true", 1, null, {}],
  object: ["x", 3, null, []],
  strings: ["x", [3], null, {}],
  integers: ["1", ["1"], [1.5], null, {}]
}

interface Field {
  readonly path: ReadonlyArray<string>
  readonly name: string
  readonly type: Type
  readonly required: boolean
}

const fieldsOf = (id: OperationId): ReadonlyArray<Field> =>
  (bodies[id] ?? "").split(", ").map((field) => {
    const [, path = "", optional, type] = /^([\w.]+)(\?)?: (\w+)$/.exec(field) ?? []
    const names = path.split(".")
    return { path: names, name: names.at(-1) ?? "", type: type as Type, required: optional === undefined }
  })

/** The body with another value at a path, or with none. */
const changed = (body: unknown, [name = "", ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  const fields = { ...(body as Record<string, unknown>) }
  if (rest.length > 0) return { ...fields, [name]: changed(fields[name], rest, value) }
  return { ...fields, [name]: value }
}

const withBody = operationIds.filter((id) => bodies[id] !== undefined)

const withId = operationIds.filter((id) => operations[id].path.includes("{"))

const integerId = withId.filter((id) => !operations[id].path.includes("{call_id}"))

/** The methods of the operations that a path is of, `calls/recent` as `calls/{call_id}` included. */
const methodsOf = (path: string) =>
  Object.values(operations).flatMap((operation) =>
    new RegExp(`^${operation.path.replace(/\{\w+\}/, "[^/]+")}$`).test(path) ? [operation.method] : []
  )

interface Given {
  readonly site: Site
  readonly requests: Requests
  /** What the operation needs besides what is bad. */
  readonly with: (id: OperationId, bad: Asked) => Asked
  readonly request: (method: string, path: string, asked?: Asked) => Effect.Effect<Answer>
}

const given: Effect.Effect<Given, never, Emulator> = Effect.gen(function* () {
  const site = yield* newSite
  const requests = yield* requestsTo(site)
  const { token } = yield* site.logIn("ada")
  return {
    site,
    requests,
    with: (id, bad) => ({
      ...requests[id],
      ...(/^(?:Auth|Registration)\./.test(id) ? {} : { token }),
      ...bad
    }),
    request: (method, path, asked) => site.request(method, path, { token, ...asked })
  }
})

type Checked = Effect.Effect<ReadonlyArray<string>>

const pathOf = (id: OperationId) => `/api${operations[id].path.replace(/\{\w+\}/, "101")}`

layer(Emulator.layerServer({ port: 0 }))("bad input is refused in a documented form that names it", (it) => {
  const every = (
    name: string,
    ids: ReadonlyArray<OperationId>,
    check: (id: OperationId, given: Given) => Checked | ReadonlyArray<Checked>
  ) =>
    it.effect(`${name} (${ids.length} operations)`, () =>
      Effect.gen(function* () {
        const all = yield* given
        const found = yield* Effect.forEach(
          ids.flatMap((id) => check(id, all)),
          (checked) => checked
        )
        assert.deepStrictEqual(found.flat(), [])
      })
    )

  it.effect("each operation with a body has its fields here", () =>
    Effect.gen(function* () {
      const { requests } = yield* given
      assert.sameMembers(
        withBody,
        operationIds.filter((id) => requests[id].body !== undefined)
      )
    })
  )

  for (const [name, body, says] of [
    ["a body that is no JSON", '{"email":', "JSON"],
    ["a body that is cut off", '{"a":"b', "JSON"],
    ["a body of markup", "<a>b</a>", "JSON"],
    ["no body", undefined, "body"],
    ["a body that is a list", "[]", "body"],
    ["a body that is a text", '"text"', "body"],
    ["a body that is null", "null", "body"]
  ] as const)
    every(name, withBody, (id, { site, with: asked }) =>
      Effect.map(site.send(id, asked(id, { body })), (answer) => notRefused(id, answer, says))
    )

  every("a required field that is missing", withBody, (id, { requests, site, with: asked }) =>
    fieldsOf(id)
      .filter(({ required }) => required)
      .map(({ name, path }) =>
        Effect.map(site.send(id, asked(id, { body: changed(requests[id].body, path, undefined) })), (answer) =>
          notRefused(id, answer, name)
        )
      )
  )

  every("a field of another type", withBody, (id, { requests, site, with: asked }) =>
    fieldsOf(id).flatMap(({ name, path, type }) =>
      wrongValues[type].map((wrong) =>
        Effect.map(site.send(id, asked(id, { body: changed(requests[id].body, path, wrong) })), (answer) =>
          notRefused(id, answer, name)
        )
      )
    )
  )

  every("an optional field that is missing is taken", withBody, (id, { requests, site, with: asked }) =>
    fieldsOf(id)
      .filter(({ path, required }) => !required && path.length === 1)
      .slice(0, 1)
      .map(({ path }) =>
        Effect.map(
          site.send(id, asked(id, { body: changed(requests[id].body, path, undefined) })),
          ({ status, text }) => (status === 200 ? [] : [`${id}: ${text}`])
        )
      )
  )

  every("an unknown id", withId, (id, { site, with: asked }) =>
    ["999", "0", "-1"].map((unknown) =>
      Effect.map(site.send(id, asked(id, { id: unknown })), (answer) => notRefused(id, answer, unknown))
    )
  )

  every("an id that is no integer", integerId, (id, { site, with: asked }) =>
    ["abc", "1.5", "1e3x", " ", "9007199254740993", "../101", "x".repeat(5000)].map((wrong) =>
      Effect.map(site.send(id, asked(id, { id: wrong })), (answer) =>
        notRefused(id, answer, /path|There is no|You have/)
      )
    )
  )

  every("an id that cannot be decoded", withId, (id, { request, requests }) => {
    const path = pathOf(id).replace("101", "%zz")
    const { body } = requests[id]
    return Effect.map(request(operations[id].method, path, { body }), (answer) => notRefused(id, answer, "decoded"))
  })

  every(
    "a query parameter that is missing",
    ["Registration.confirm", "Registration.confirmNewEmail", "Registration.resendConfirmation"],
    (id, { requests, site, with: asked }) =>
      Object.keys(requests[id].query ?? {}).map((name) =>
        Effect.map(site.send(id, asked(id, { query: {} })), (answer) => notRefused(id, answer, name))
      )
  )

  const paged = ["Calls.list", "OnCallGroups.list", "EnterpriseUsers.list"] as const

  every("a page that is none", [...paged, "Pods.list"], (id, { site, with: asked }) =>
    ["0", "-1", "x", "1.5", "", "1e400"].map((page) =>
      Effect.map(site.send(id, asked(id, { query: { page } })), (answer) => notRefused(id, answer, "page"))
    )
  )

  every("a page_size that is none", paged, (id, { site, with: asked }) =>
    ["0", "-1", "x", "1.5", "", "1e400"].map((page_size) =>
      Effect.map(site.send(id, asked(id, { query: { page_size } })), (answer) => notRefused(id, answer, "page_size"))
    )
  )

  every("a filter that is none", paged, (id, { site, with: asked }) =>
    ["", "=", "name", "shoe size=3", "shoe_size=3", "name<>3"].map((filter) =>
      Effect.map(site.send(id, asked(id, { query: { filter } })), (answer) => notRefused(id, answer, "filter"))
    )
  )

  every("an order by what there is not", ["Calls.list", "OnCallGroups.list"], (id, { site, with: asked }) =>
    ["", "shoe_size", "name,,id", "-"].map((order) =>
      Effect.map(site.send(id, asked(id, { query: { order } })), (answer) => notRefused(id, answer, "order"))
    )
  )

  every(
    "a body of more than 1 MiB",
    operationIds.filter((id) => operations[id].method !== "GET"),
    (id, { site, with: asked }) =>
      Effect.map(site.send(id, asked(id, { body: JSON.stringify({ email: "x".repeat(2 ** 20) }) })), (answer) =>
        notRefused(id, answer, "1048576")
      )
  )

  every("another method", operationIds, (id, { request }) => {
    const others = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].filter(
      (method) => !methodsOf(operations[id].path).includes(method)
    )
    return others.map((method) =>
      Effect.map(request(method, pathOf(id)), (answer) =>
        notMet(id, answer, new RegExp(`Use .*${operations[id].method}`))
      )
    )
  })

  every("an unknown path below a known one", operationIds, (id, { request }) =>
    Effect.map(request(operations[id].method, `${pathOf(id)}/no/such`), (answer) =>
      notMet(id, answer, "There is no endpoint")
    )
  )

  every("a path without /api", operationIds, (id, { request }) =>
    Effect.map(request(operations[id].method, pathOf(id).replace("/api", "")), (answer) =>
      notMet(id, answer, `Use ${pathOf(id)}`)
    )
  )

  every("a path with /api twice", operationIds, (id, { request }) =>
    Effect.map(request(operations[id].method, `/api${pathOf(id)}`), (answer) => notMet(id, answer, "/api twice"))
  )

  every("the path of the other version", operationIds, (id, { request }) => {
    const { method, path }: Operation = operations[id]
    const other = isV1(id) ? path.replace("/v1/", "/v1r1/") : path.replace("/v1r1/", "/v1/")
    if (methodsOf(other).length > 0) return []
    return Effect.map(request(method, `/api${other.replace(/\{\w+\}/, "101")}`), ({ json, status, text }) =>
      status === (isV1(id) ? 400 : 401) && /There is no endpoint|does not take/.test(json.message)
        ? []
        : [`${id}: ${text}`]
    )
  })

  it.effect("leaves everything as it was", () =>
    Effect.gen(function* () {
      const { requests, site, with: asked } = yield* given
      const state = Effect.all([
        site.send("EnterpriseUsers.list", asked("EnterpriseUsers.list", {})),
        site.send("Calls.list", asked("Calls.list", {})),
        site.send("OnCallGroups.list", asked("OnCallGroups.list", {})),
        site.send("PersonalAccessTokens.list", asked("PersonalAccessTokens.list", {})),
        site.send("Pods.list", asked("Pods.list", {}))
      ]).pipe(Effect.map((answers) => answers.map(({ text }) => text)))
      const before = yield* state
      for (const id of withBody)
        for (const { path, required } of fieldsOf(id))
          if (required) yield* site.send(id, asked(id, { body: changed(requests[id].body, path, undefined) }))
      for (const id of withId) yield* site.send(id, asked(id, { id: "999" }))
      assert.deepStrictEqual(yield* state, before)
    })
  )
})
