import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import type { users } from "../../src/world/gaps/accounts.ts"
import { newPartner } from "../conformance/support/Partner.ts"
import { later, prove } from "../support/gaps.ts"
import type { Probes } from "../support/gaps.ts"
import { at, recordAt, recordsAt, textAt } from "../support/json.ts"
import { asAda, asUser, logIn, send } from "../support/wire.ts"

const partner = newPartner()

const usersPath = "/api/v1r1/enterprise/users"

const joan = { email: "joan@example.com", name: "Joan Clarke", password: "banburismus" }

const register = (more = {}) =>
  Effect.map(send("POST", "/api/v1/register", { body: { user_info: joan, ...more } }), ({ status }) => status)

const confirm = (token: string) => send("POST", `/api/v1/register/confirm?confirmation_token=${token}`)

const mailsToJoan = Effect.flatMap(Emulator, ({ outbox }) =>
  Effect.map(outbox("us"), (mails) => mails.filter(({ to }) => to === joan.email))
)

/** Sends a request as the administrator. */
const administer = (method: string, path: string, body?: unknown) =>
  Effect.flatMap(asAda, (headers) => send(method, path, { headers, body }))

const provision = (body: unknown) => Effect.map(administer("POST", usersPath, body), ({ status }) => status)

const probes: Probes<typeof users> = {
  "enterprise.permission": {
    ask: Effect.flatMap(logIn("linus"), ({ token }) =>
      Effect.map(send("GET", usersPath, { headers: asUser(token) }), ({ status }) => status)
    ),
    answers: { required: 400, ignored: 200 }
  },
  "pods.admins": {
    ask: Effect.map(administer("GET", "/api/v1r1/enterprise/pods"), ({ json }) => at(json, "entries", 0, "admins")),
    answers: { ids: [{ id: 101 }], empty: [] }
  },
  "pods.fields": {
    ask: Effect.map(administer("GET", "/api/v1r1/enterprise/pods"), ({ json }) => {
      const pod = recordAt(json, "entries", 1)
      return [Object.keys(pod).length, pod["email"], pod["expert"], pod["manage"]]
    }),
    answers: { "13 fields": [13, "", false, true], "the ten that are shown": [10, undefined, undefined, undefined] }
  },
  "registration.again": {
    ask: Effect.gen(function* () {
      yield* register()
      const status = yield* register()
      const tokens = (yield* mailsToJoan).map(({ token }) => token)
      return [status, tokens.length, new Set(tokens).size]
    }),
    answers: { refused: [401, 1, 1], replaced: [200, 2, 2], "sent again": [200, 2, 1] }
  },
  "registration.confirm-twice": {
    ask: Effect.map(Effect.all([confirm("confirm-demo-new"), confirm("confirm-demo-new")]), (answers) =>
      answers.map(({ status }) => status)
    ),
    answers: { refused: [200, 401], "the same answer": [200, 200] }
  },
  "registration.confirmed-answer": {
    ask: Effect.map(confirm("confirm-demo-new"), ({ json }) => at(json, "status")),
    answers: [
      [{ message: "The account is confirmed. Log in with its e-mail address.", status: "confirmed" }, "confirmed"],
      [{ message: "done", status: "ok" }, "ok"]
    ]
  },
  "registration.enterprise": {
    ask: Effect.gen(function* () {
      const enterprise = { contact_email: "b@works.example", contact_name: "B", enterprise_name: "W", reseller_id: "r" }
      yield* send("POST", "/api/v1r1/register/enterprise", { body: enterprise })
      const mails = yield* (yield* Emulator).outbox("us")
      return mails.at(-1)?.apiKey === undefined ? "none" : "a key"
    }),
    answers: { "of its own": "a key", noted: "none" }
  },
  "registration.invitation-token": {
    ask: register({ invitation_token: "invitation" }),
    answers: { ignored: 200, refused: 401 }
  },
  "registration.new-email": {
    ask: Effect.gen(function* () {
      yield* administer("PUT", `${usersPath}/103`, { email: "linus@example.org" })
      return at((yield* administer("GET", `${usersPath}?filter=id%3D103`)).json, "entries", 0, "email")
    }),
    answers: { confirmed: "linus@example.com", "at once": "linus@example.org" }
  },
  "registration.password-length": {
    ask: register({ user_info: { ...joan, password: "abc" } }),
    answers: [
      [1, 200],
      [8, 401]
    ]
  },
  "registration.token-life": {
    ask: Effect.gen(function* () {
      yield* register()
      yield* later("2 hours")
      const [mail] = yield* mailsToJoan
      const late = yield* confirm(mail?.token ?? "")
      yield* send("POST", `/api/v1/register/resend_confirmation?email=${joan.email}`)
      const resent = yield* confirm(mail?.token ?? "")
      return [late.status, resent.status, (yield* confirm("confirm-demo-new")).status]
    }),
    answers: [
      ["unlimited", [200, 401, 200]],
      [3600, [401, 200, 200]]
    ]
  },
  "registration.user": {
    ask: Effect.map(
      send("POST", "/api/v1/register/confirm_new_email?confirmation_token=confirm-demo-grace"),
      ({ json }) => [at(json, "email"), at(json, "avatar") ?? "absent", at(json, "token") ?? "absent"]
    ),
    answers: { empty: ["grace.hopper@example.com", "", ""], absent: ["grace.hopper@example.com", "absent", "absent"] }
  },
  "users.answer": {
    ask: Effect.map(administer("PUT", `${usersPath}/103`, { active: true }), ({ json }) => at(json, "id") ?? json),
    answers: { entry: 103, empty: {} }
  },
  "users.deleted-answer": {
    ask: Effect.map(administer("DELETE", `${usersPath}/103`), ({ json }) => json),
    answers: [
      [{}, {}],
      [{ deleted: true }, { deleted: true }]
    ]
  },
  "users.duplicate-email": {
    ask: Effect.map(administer("POST", usersPath, { email: "Linus@example.com" }), ({ json, status }) => [
      status,
      at(json, "id") ?? at(json, "code")
    ]),
    answers: { refused: [400, 1010], "the user there is": [200, 103] }
  },
  "users.order": {
    ask: Effect.map(
      Effect.forEach([1, 2, 3], (page) => administer("GET", `${usersPath}?page=${page}&page_size=3`)),
      (pages) => pages.map(({ json }) => recordsAt(json, "entries").map(({ id }) => id))
    ),
    answers: { creation: [[101, 102, 103], [104], []], "newest first": [[104, 103, 102], [101], []] }
  },
  "users.own-account": {
    ask: Effect.gen(function* () {
      const headers = yield* asAda
      const off = yield* send("PUT", `${usersPath}/101`, { headers, body: { active: false } })
      const renamed = yield* send("PUT", `${usersPath}/101`, { headers, body: { name: "Ada" } })
      return [off.status, renamed.status]
    }),
    answers: { allowed: [200, 400], refused: [400, 200] }
  },
  "users.pod-ids": {
    ask: provision({ email: joan.email, pod_ids: [99] }),
    answers: { known: 400, "unknown ignored": 200 }
  },
  "users.token": {
    ask: Effect.gen(function* () {
      const list = `${usersPath}?filter=username%3Dlinus`
      const { json } = yield* administer("GET", list)
      const listed = yield* send("GET", list, { headers: asUser(yield* partner.token()) })
      const [toAda, toProgram] = [recordAt(json, "entries", 0), recordAt(listed.json, "entries", 0)]
      const token = toProgram["token"] ?? toAda["token"]
      if (token === undefined) return "no token"
      const asLinus = asUser(textAt(token))
      const reads = yield* send("GET", "/api/v1/calls/recent", { headers: asLinus })
      yield* administer("PUT", `${usersPath}/${String(toProgram["id"])}`, { active: false })
      const inactive = yield* send("GET", "/api/v1/calls/recent", { headers: asLinus })
      return ["token" in toAda, "token" in toProgram, at(reads.json, "contact", "name"), at(inactive.json, "code")]
    }),
    options: partner.options,
    answers: {
      "partner keys": [false, true, "Ada Lovelace", 1004],
      absent: "no token",
      present: [true, true, "Ada Lovelace", 1004]
    }
  },
  "users.required": {
    ask: provision({ email: joan.email }),
    answers: { email: 200, "name and email": 400 }
  },
  "users.role": {
    ask: Effect.map(administer("POST", usersPath, { email: joan.email, role: "Expert" }), ({ json, status }) => [
      status,
      at(json, "role_name") ?? "none"
    ]),
    answers: { known: [400, "none"], any: [200, "Expert"] }
  }
}

describe("the gaps about users and registration", () => {
  prove(probes)
})
