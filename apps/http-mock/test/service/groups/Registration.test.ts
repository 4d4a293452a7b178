import { assert, describe, it } from "@effect/vitest"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { logIn } from "../../../src/service/groups/Auth/transitions.ts"
import { provision, remove, update } from "../../../src/service/groups/EnterpriseUsers/transitions.ts"
import * as Registration from "../../../src/service/groups/Registration/transitions.ts"
import type { World } from "../../../src/world/model/World.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { list } from "../../support/rows.ts"
import { grace, now, refusalOf, taken, worldOf } from "../../support/worlds.ts"

const world = worldOf()

const joan = { email: "Joan@example.com", name: "Joan Clarke", password: "banburismus" }

const mailsTo = (world: World, to: string) => [...HashMap.values(world.outbox)].filter((mail) => mail.to === to)

const [registered] = taken(Registration.register(world, { ...joan, title: "Codebreaker", location: "Bletchley" }, now))

const tokenFor = (world: World, to: string) => mailsTo(world, to).at(-1)?.token ?? "no mail"

const confirmed = () => taken(Registration.confirm(registered, tokenFor(registered, joan.email), now + 1000))[0]

describe("table 3.2", () => {
  it("(none) | POST register | valid body -> unconfirmed, a confirmation e-mail with a token is sent", () => {
    const [mail, ...more] = mailsTo(registered, joan.email)
    assert.strictEqual(more.length, 0)
    assert.strictEqual(mail?.kind, "confirmation")
    assert.match(mail?.token ?? "", /^[0-9a-f]{32}$/)
    assert.strictEqual(refusalOf(logIn(registered, joan, now)).cause, "unconfirmed")
    assert.strictEqual(Users.size(registered.users), 4)
  })

  it("(none) | POST register | invalid body -> refused, nothing is sent", () => {
    const causeOf = (change: Partial<typeof joan>) =>
      refusalOf(Registration.register(world, { ...joan, ...change }, now)).cause
    for (const change of [{ email: "joan" }, { email: "" }, { name: " " }, { password: "" }])
      assert.strictEqual(causeOf(change), "badInput")
    assert.strictEqual(causeOf({ email: "ADA@example.com" }), "duplicate")
  })

  it("unconfirmed | POST register/confirm | valid token -> confirmed: message and status, log-in works", () => {
    const [next, answer] = taken(Registration.confirm(registered, tokenFor(registered, joan.email), now + 1000))
    assert.deepStrictEqual(Object.keys(answer).toSorted(), ["message", "status"])
    taken(logIn(next, joan, now))
    taken(logIn(next, { email: "joan", password: joan.password }, now))
    assert.strictEqual(refusalOf(logIn(next, { ...joan, password: "correct-horse" }, now)).cause, "credentials")
  })

  it("unconfirmed | POST register/confirm | new@example.com of the default world -> confirmed", () => {
    const [next] = taken(Registration.confirm(world, "confirm-demo-new", now))
    const [, { token }] = taken(logIn(next, { email: "new@example.com", password: "correct-horse" }, now))
    assert.notStrictEqual(token, "")
  })

  it("unconfirmed | POST register/confirm | invalid token -> refused", () => {
    for (const token of ["", "unknown", "confirm-demo-grace"])
      assert.strictEqual(refusalOf(Registration.confirm(registered, token, now)).cause, "token")
  })

  it("confirmed | POST register/confirm | the same token again -> refused", () => {
    const again = Registration.confirm(confirmed(), tokenFor(registered, joan.email), now)
    assert.strictEqual(refusalOf(again).cause, "token")
  })

  it("confirmed with pending new e-mail | POST register/confirm_new_email | valid token -> address changed", () => {
    const [next, user] = taken(Registration.confirmNewEmail(world, "confirm-demo-grace", now))
    assert.deepInclude(user, { id: grace, email: "grace.hopper@example.com", username: "grace", available: "true" })
    const password = "correct-horse"
    taken(logIn(next, { email: "grace.hopper@example.com", password }, now))
    assert.strictEqual(refusalOf(logIn(next, { email: "grace@example.com", password }, now)).cause, "credentials")
    assert.strictEqual(refusalOf(Registration.confirmNewEmail(next, "confirm-demo-grace", now)).cause, "token")
  })

  it("confirmed with pending new e-mail | POST register/confirm_new_email | invalid token -> refused", () => {
    for (const token of ["", "unknown", "confirm-demo-new"])
      assert.strictEqual(refusalOf(Registration.confirmNewEmail(world, token, now)).cause, "token")
  })

  it("unconfirmed | POST register/resend_confirmation | e-mail given -> unchanged, the e-mail is sent again", () => {
    const [next] = taken(Registration.resendConfirmation(registered, "joan@EXAMPLE.com", now + 1))
    assert.strictEqual(mailsTo(next, joan.email).length, 2)
    assert.strictEqual(new Set(mailsTo(next, joan.email).map(({ token }) => token)).size, 1)
    assert.strictEqual(next.accounts, registered.accounts)
  })

  it("(none) or confirmed | POST register/resend_confirmation -> refused, no e-mail is sent", () => {
    assert.strictEqual(refusalOf(Registration.resendConfirmation(world, "nobody@example.com", now)).cause, "notFound")
    assert.strictEqual(refusalOf(Registration.resendConfirmation(confirmed(), joan.email, now)).cause, "notFound")
  })
})

describe("register", () => {
  it("refuses an address that waits for its confirmation, and says what sends the e-mail again", () => {
    const { cause, message } = refusalOf(Registration.register(registered, { ...joan, email: "JOAN@example.com" }, now))
    assert.strictEqual(cause, "duplicate")
    assert.include(message, "resend_confirmation")
  })
})

describe("confirm", () => {
  it("makes the account a plain user of the administration, in the default pod", () => {
    const next = confirmed()
    const page = taken(list(next, { filter: `email=${joan.email}` }))
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

  it("is refused when an administrator gave the address to somebody meanwhile", () => {
    const [next] = taken(provision(registered, { email: joan.email }, now))
    const again = Registration.confirm(next, tokenFor(registered, joan.email), now)
    assert.strictEqual(refusalOf(again).cause, "duplicate")
  })
})

describe("confirmNewEmail", () => {
  const changing = (world: World, email: string) => taken(update(world, grace, { email }, now))[0]

  it("is started by an update of the user, who keeps the address until then", () => {
    const [next, entry] = taken(update(world, grace, { email: "g@example.org" }, now))
    assert.strictEqual(entry.email, "grace@example.com")
    const [, user] = taken(Registration.confirmNewEmail(next, tokenFor(next, "g@example.org"), now))
    assert.strictEqual(user.email, "g@example.org")
  })

  it("takes the token of the newest address only", () => {
    const next = changing(changing(world, "one@example.org"), "two@example.org")
    const tokens = ["one@example.org", "two@example.org"].map((to) => tokenFor(next, to))
    assert.strictEqual(refusalOf(Registration.confirmNewEmail(next, tokens[0] ?? "", now)).cause, "token")
    taken(Registration.confirmNewEmail(next, tokens[1] ?? "", now))
  })

  it("is refused when the address was taken or the user deleted meanwhile", () => {
    const [other] = taken(provision(world, { email: "grace.hopper@example.com" }, now))
    assert.strictEqual(refusalOf(Registration.confirmNewEmail(other, "confirm-demo-grace", now)).cause, "duplicate")
    const [gone] = taken(remove(world, grace))
    assert.strictEqual(refusalOf(Registration.confirmNewEmail(gone, "confirm-demo-grace", now)).cause, "token")
  })

  it("does not start with an address that is none or taken", () => {
    assert.strictEqual(refusalOf(update(world, grace, { email: "grace" }, now)).cause, "badInput")
    assert.strictEqual(refusalOf(update(world, grace, { email: "ada@example.com" }, now)).cause, "duplicate")
    const [next] = taken(update(world, grace, { email: "grace@example.com" }, now))
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

  it("keeps the enterprise and writes to its contact", () => {
    const [next] = taken(Registration.registerEnterprise(world, enterprise, now))
    assert.deepStrictEqual(
      next.enterprises.map(({ name }) => name),
      ["Example Works"]
    )
    assert.strictEqual(mailsTo(next, "boss@example.org")[0]?.kind, "enterprise")
  })

  it("refuses an empty field, and names it", () => {
    for (const field of ["contact_email", "contact_name", "enterprise_name", "reseller_id"] as const) {
      const refused = refusalOf(Registration.registerEnterprise(world, { ...enterprise, [field]: "" }, now))
      assert.strictEqual(refused.cause, "badInput")
      assert.include(refused.message, field === "contact_email" ? "email" : field)
    }
  })
})
