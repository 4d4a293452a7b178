import { assert, describe, it } from "@effect/vitest"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { logIn } from "../../../src/service/groups/Auth.ts"
import { provision, remove, update } from "../../../src/service/groups/EnterpriseUsers.ts"
import * as Registration from "../../../src/service/groups/Registration.ts"
import type { World } from "../../../src/world/model/World.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { list } from "../../support/rows.ts"
import { grace, now, on, failureOf, successOf, worldOf } from "../../support/worlds.ts"

const world = worldOf()

const joan = { email: "Joan@example.com", name: "Joan Clarke", password: "banburismus" }

const mailsTo = (world: World, to: string) => [...HashMap.values(world.outbox)].filter((mail) => mail.to === to)

const [registered] = successOf(
  Registration.register(on(world), { ...joan, title: "Codebreaker", location: "Bletchley" })
)

const tokenFor = (world: World, to: string) => mailsTo(world, to).at(-1)?.token ?? "no mail"

const confirmed = () => successOf(Registration.confirm(on(registered, now + 1000), tokenFor(registered, joan.email)))[0]

describe("table 3.2", () => {
  it("(none) | POST register | valid body -> unconfirmed, a confirmation e-mail with a token is sent", () => {
    const [mail, ...more] = mailsTo(registered, joan.email)
    assert.strictEqual(more.length, 0)
    assert.strictEqual(mail?.kind, "confirmation")
    assert.match(mail?.token ?? "", /^[0-9a-f]{32}$/)
    assert.strictEqual(failureOf(logIn(on(registered), joan)).cause, "unconfirmed")
    assert.strictEqual(Users.size(registered.users), 4)
  })

  it("(none) | POST register | invalid body -> refused, nothing is sent", () => {
    const causeOf = (change: Partial<typeof joan>) =>
      failureOf(Registration.register(on(world), { ...joan, ...change })).cause
    successOf(Registration.register(on(world), { ...joan, password: "x" }))
    for (const change of [{ email: "joan" }, { email: "" }, { name: " " }, { password: "" }])
      assert.strictEqual(causeOf(change), "badInput")
    assert.strictEqual(causeOf({ email: "ADA@example.com" }), "duplicate")
  })

  it("unconfirmed | POST register/confirm | valid token -> confirmed: message and status, log-in works", () => {
    const [next, answer] = successOf(Registration.confirm(on(registered, now + 1000), tokenFor(registered, joan.email)))
    assert.deepStrictEqual(Object.keys(answer).toSorted(), ["message", "status"])
    successOf(logIn(on(next), joan))
    successOf(logIn(on(next), { email: "joan", password: joan.password }))
    assert.strictEqual(failureOf(logIn(on(next), { ...joan, password: "correct-horse" })).cause, "credentials")
  })

  it("unconfirmed | POST register/confirm | new@example.com of the default world -> confirmed", () => {
    const [next] = successOf(Registration.confirm(on(world), "confirm-demo-new"))
    const [, { token }] = successOf(logIn(on(next), { email: "new@example.com", password: "correct-horse" }))
    assert.notStrictEqual(token, "")
  })

  it("unconfirmed | POST register/confirm | invalid token -> refused", () => {
    for (const token of ["", "unknown", "confirm-demo-grace"])
      assert.strictEqual(failureOf(Registration.confirm(on(registered), token)).cause, "token")
  })

  it("confirmed | POST register/confirm | the same token again -> refused", () => {
    const again = Registration.confirm(on(confirmed()), tokenFor(registered, joan.email))
    assert.strictEqual(failureOf(again).cause, "token")
  })

  it("confirmed with pending new e-mail | POST register/confirm_new_email | valid token -> address changed", () => {
    const [next, user] = successOf(Registration.confirmNewEmail(on(world), "confirm-demo-grace"))
    assert.deepInclude(user, { id: grace, email: "grace.hopper@example.com", username: "grace", available: "true" })
    const password = "correct-horse"
    successOf(logIn(on(next), { email: "grace.hopper@example.com", password }))
    assert.strictEqual(failureOf(logIn(on(next), { email: "grace@example.com", password })).cause, "credentials")
    assert.strictEqual(failureOf(Registration.confirmNewEmail(on(next), "confirm-demo-grace")).cause, "token")
  })

  it("confirmed with pending new e-mail | POST register/confirm_new_email | invalid token -> refused", () => {
    for (const token of ["", "unknown", "confirm-demo-new"])
      assert.strictEqual(failureOf(Registration.confirmNewEmail(on(world), token)).cause, "token")
  })

  it("unconfirmed | POST register/resend_confirmation | e-mail given -> unchanged, the e-mail is sent again", () => {
    const [next] = successOf(Registration.resendConfirmation(on(registered, now + 1), "joan@EXAMPLE.com"))
    assert.strictEqual(mailsTo(next, joan.email).length, 2)
    assert.strictEqual(new Set(mailsTo(next, joan.email).map(({ token }) => token)).size, 1)
    assert.strictEqual(next.accounts, registered.accounts)
  })

  it("(none) or confirmed | POST register/resend_confirmation -> refused, no e-mail is sent", () => {
    assert.strictEqual(failureOf(Registration.resendConfirmation(on(world), "nobody@example.com")).cause, "notFound")
    assert.strictEqual(failureOf(Registration.resendConfirmation(on(confirmed()), joan.email)).cause, "notFound")
  })
})

describe("register", () => {
  it("rejects an unconfirmed address, and names the operation that sends the e-mail again", () => {
    const { cause, message } = failureOf(Registration.register(on(registered), { ...joan, email: "JOAN@example.com" }))
    assert.strictEqual(cause, "duplicate")
    assert.include(message, "resend_confirmation")
  })
})

describe("confirm", () => {
  it("makes the account a plain user in the default pod", () => {
    const next = confirmed()
    const page = successOf(list(next, { filter: `email=${joan.email}` }))
    assert.deepInclude(page.entries[0], {
      name: "Joan Clarke",
      role_name: "User",
      title: "Codebreaker",
      location: "Bletchley",
      created_at: "2026-06-01T00:00:00.000000Z",
      confirmed_at: "2026-06-01T00:00:01.000000Z"
    })
    assert.strictEqual(next.pods[0]?.user_count, 5)
  })

  it("is rejected if an administrator has used the address meanwhile", () => {
    const [next] = successOf(provision(on(registered), { email: joan.email }))
    const again = Registration.confirm(on(next), tokenFor(registered, joan.email))
    assert.strictEqual(failureOf(again).cause, "duplicate")
  })
})

describe("confirmNewEmail", () => {
  const changing = (world: World, email: string) => successOf(update(on(world), grace, { email }))[0]

  it("follows an update of the user, who keeps the old address until then", () => {
    const [next, entry] = successOf(update(on(world), grace, { email: "g@example.org" }))
    assert.strictEqual(entry.email, "grace@example.com")
    const [, user] = successOf(Registration.confirmNewEmail(on(next), tokenFor(next, "g@example.org")))
    assert.strictEqual(user.email, "g@example.org")
  })

  it("accepts only the token of the newest address", () => {
    const next = changing(changing(world, "one@example.org"), "two@example.org")
    const tokens = ["one@example.org", "two@example.org"].map((to) => tokenFor(next, to))
    assert.strictEqual(failureOf(Registration.confirmNewEmail(on(next), tokens[0] ?? "")).cause, "token")
    successOf(Registration.confirmNewEmail(on(next), tokens[1] ?? ""))
  })

  it("is rejected if the address was taken or the user deleted meanwhile", () => {
    const [other] = successOf(provision(on(world), { email: "grace.hopper@example.com" }))
    assert.strictEqual(failureOf(Registration.confirmNewEmail(on(other), "confirm-demo-grace")).cause, "duplicate")
    const [afterRemoval] = successOf(remove(on(world), grace))
    assert.strictEqual(failureOf(Registration.confirmNewEmail(on(afterRemoval), "confirm-demo-grace")).cause, "token")
  })

  it("rejects an invalid and a taken address", () => {
    assert.strictEqual(failureOf(update(on(world), grace, { email: "grace" })).cause, "badInput")
    assert.strictEqual(failureOf(update(on(world), grace, { email: "ada@example.com" })).cause, "duplicate")
    const [next] = successOf(update(on(world), grace, { email: "grace@example.com" }))
    assert.strictEqual(next.outbox, world.outbox)
    assert.isTrue(Option.isSome(Users.byEmail(next.users, "grace@example.com")))
  })
})

describe("registerEnterprise", () => {
  const enterprise = {
    contact_email: "boss@example.org",
    contact_name: "B. Oss",
    enterprise_name: "Example Works",
    reseller_id: "r-1"
  }

  it("stores the enterprise and sends an e-mail to its contact", () => {
    const [next] = successOf(Registration.registerEnterprise(on(world), enterprise))
    assert.deepStrictEqual(
      next.enterprises.map(({ name }) => name),
      ["Example Works"]
    )
    assert.strictEqual(mailsTo(next, "boss@example.org")[0]?.kind, "enterprise")
  })

  it("rejects an empty field by name", () => {
    for (const field of ["contact_email", "contact_name", "enterprise_name", "reseller_id"] as const) {
      const refused = failureOf(Registration.registerEnterprise(on(world), { ...enterprise, [field]: "" }))
      assert.strictEqual(refused.cause, "badInput")
      assert.include(refused.message, field === "contact_email" ? "email" : field)
    }
  })
})
