import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { textAt } from "../support/json.ts"
import { group, internal } from "./support/group.ts"
import type { OperationId } from "./support/Operations.ts"
import { askAs } from "./support/Site.ts"
import type { Site } from "./support/Site.ts"

const finished = "call_00000000-0000-4000-8000-000000000001"
const running = "call_00000000-0000-4000-8000-000000000003"

const guest = { email: "guest@example.com", name: "Guest" }

const as = (site: Site, email: string, id: OperationId, body: object) => askAs(site, email, id, { body })

const kindsTo = (site: Site, address: string) =>
  Effect.map(site.mailsTo(address), (mails) => mails.map(({ kind }) => kind))

group("Invitations", {
  personalRoom: {
    200: {
      "an e-mail to whom is invited": (site) =>
        Effect.gen(function* () {
          yield* as(site, "ada", "Invitations.personalRoom", guest)
          assert.deepStrictEqual(yield* kindsTo(site, guest.email), ["personal-room"])
        })
    },
    401: {
      "a user without a personal room, who invites nobody": (site) =>
        Effect.gen(function* () {
          yield* as(site, "grace", "Invitations.personalRoom", guest)
          assert.deepStrictEqual(yield* site.mailsTo(guest.email), [])
        })
    },
    500: internal
  },
  session: {
    200: {
      "an e-mail to each contact": (site) =>
        Effect.gen(function* () {
          const ada = yield* site.logIn("ada")
          const { json } = yield* site.ask("Calls.recent", { token: ada.token })
          const body = { call_id: running, contact_tokens: [textAt(json, "contact", "token")] }
          yield* as(site, "ada", "Invitations.session", body)
          assert.deepStrictEqual(yield* kindsTo(site, "grace@example.com"), ["session"])
        })
    },
    401: {
      "a call that is over": (site) =>
        as(site, "ada", "Invitations.session", { call_id: finished, contact_tokens: ["contact-102"] })
    },
    500: internal
  }
})
