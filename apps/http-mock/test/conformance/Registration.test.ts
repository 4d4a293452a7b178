import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { at } from "../support/json.ts"
import { group, internal } from "./support/group.ts"
import type { OperationId } from "./support/Operations.ts"
import type { Site } from "./support/Site.ts"

const joan = { email: "joan@example.com", name: "Joan Clarke", password: "enigma-1912" }

const kindsTo = (site: Site, address: string) =>
  Effect.map(site.mailsTo(address), (mails) => mails.map(({ kind }) => kind))

const tokenTo = (site: Site, address: string) => Effect.map(site.mailsTo(address), (mails) => mails.at(-1)?.token ?? "")

const entryOf = (site: Site, email: string) =>
  Effect.gen(function* () {
    const { token } = yield* site.logIn("ada")
    const { json } = yield* site.ask("EnterpriseUsers.list", { query: { filter: `email=${email}` }, token })
    return at(json, "entries", 0)
  })

const registers = (id: "Registration.register" | "Registration.registerV1R1", more: object) => (site: Site) =>
  Effect.gen(function* () {
    yield* site.ask(id, { body: { user_info: { ...joan, ...more } } })
    assert.deepStrictEqual(yield* kindsTo(site, joan.email), ["confirmation"])
    assert.strictEqual((yield* site.ask("Auth.logIn", { body: joan })).status, 401)
    const query = { confirmation_token: yield* tokenTo(site, joan.email) }
    yield* site.ask("Registration.confirm", { query })
    assert.strictEqual((yield* site.ask("Auth.logIn", { body: joan })).status, 200)
    assert.deepInclude(yield* entryOf(site, joan.email), { name: joan.name, active: true, ...more })
  })

const taken = (id: OperationId) => (site: Site) =>
  site.ask(id, { body: { user_info: { ...joan, email: "ada@example.com" } } })

const confirms = (id: OperationId, confirmation_token: string) => (site: Site) =>
  site.ask(id, { query: { confirmation_token } })

const enterprise = {
  contact_email: "head@example.com",
  contact_name: "Mary Head",
  enterprise_name: "Heads",
  reseller_id: "r-1"
}

group("Registration", {
  register: {
    200: {
      "a confirmation e-mail, and no log-in before it is confirmed": registers("Registration.register", {}),
      "also an invitation_token": (site) =>
        Effect.gen(function* () {
          yield* site.ask("Registration.register", { body: { invitation_token: "i", user_info: joan } })
          assert.deepStrictEqual(yield* kindsTo(site, joan.email), ["confirmation"])
        })
    },
    401: {
      "the e-mail address of a user": taken("Registration.register")
    },
    500: internal
  },
  confirm: {
    200: { "the account logs in from then on": registers("Registration.register", {}) },
    401: {
      "an invalid confirmation token": confirms("Registration.confirm", "nonsense")
    },
    500: internal
  },
  confirmNewEmail: {
    200: {
      "the user, whose e-mail address is the new one everywhere": (site) =>
        Effect.gen(function* () {
          const email = "grace.hopper@example.com"
          const { json } = yield* confirms("Registration.confirmNewEmail", "confirm-demo-grace")(site)
          assert.deepInclude(json, { id: 102, email, username: "grace", active: true, confirmed_email: true })
          yield* site.logIn(email)
          assert.strictEqual(at(yield* entryOf(site, email), "id"), 102)
          const old = { email: "grace@example.com", password: "correct-horse" }
          assert.strictEqual((yield* site.ask("Auth.logIn", { body: old })).status, 401)
        })
    },
    401: {
      "an invalid confirmation token": confirms("Registration.confirmNewEmail", "nonsense")
    },
    500: internal
  },
  resendConfirmation: {
    200: {
      "the same e-mail once more": (site) =>
        Effect.gen(function* () {
          yield* site.ask("Registration.resendConfirmation", { query: { email: "new@example.com" } })
          const [first, second, ...more] = yield* site.mailsTo("new@example.com")
          assert.deepStrictEqual([first?.kind, second?.kind, more], ["confirmation", "confirmation", []])
          assert.strictEqual(first?.token, second?.token)
        })
    },
    401: {
      "an e-mail that is not sent, the account being confirmed": (site) =>
        Effect.gen(function* () {
          yield* site.ask("Registration.resendConfirmation", { query: { email: "ada@example.com" } })
          assert.deepStrictEqual(yield* site.mailsTo("ada@example.com"), [])
        })
    },
    500: internal
  },
  registerV1R1: {
    200: {
      "a confirmation e-mail, and no log-in before it is confirmed": registers("Registration.registerV1R1", {}),
      "also location and title": registers("Registration.registerV1R1", { location: "Hut 8", title: "Cryptanalyst" })
    },
    400: {
      "the e-mail address of a user": taken("Registration.registerV1R1")
    }
  },
  registerEnterprise: {
    200: {
      "without a token, and the contact is written to": (site) =>
        Effect.gen(function* () {
          yield* site.ask("Registration.registerEnterprise", { body: enterprise })
          assert.deepStrictEqual(yield* kindsTo(site, enterprise.contact_email), ["enterprise"])
        })
    },
    400: {
      "an invalid contact_email": (site) =>
        site.ask("Registration.registerEnterprise", { body: { ...enterprise, contact_email: "nowhere" } })
    }
  }
})
