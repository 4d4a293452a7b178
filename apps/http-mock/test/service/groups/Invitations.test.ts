import { assert, describe, it } from "@effect/vitest"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { logIn } from "../../../src/service/groups/Auth.ts"
import { personalRoom, session } from "../../../src/service/groups/Invitations.ts"
import type { World } from "../../../src/world/model/World.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { ada, as, day, edsger, grace, linus, now, on, failureOf, successOf, worldOf } from "../../support/worlds.ts"

const world = worldOf()
const userOf = (id: number) => Option.getOrThrow(Users.byId(world.users, id))
const guest = { email: "guest@example.org", name: "Guest" }
const [finished, running] = [1, 3].map((last) => `call_00000000-0000-4000-8000-00000000000${last}`)
const invitation = { callId: running, contactTokens: ["contact-103"], userToken: undefined }

const lastMail = (world: World) => HashMap.get(world.outbox, HashMap.size(world.outbox)).pipe(Option.getOrThrow)

describe("personalRoom", () => {
  it("sends an e-mail with the address of the caller's room", () => {
    const [next] = successOf(personalRoom(as(userOf(ada), world), guest))
    const { kind, to, url } = lastMail(next)
    assert.deepStrictEqual([kind, to, url], ["personal-room", guest.email, "https://room.example/ada"])
  })

  it("is rejected without a room", () => {
    for (const user of [grace, linus, edsger])
      assert.strictEqual(failureOf(personalRoom(as(userOf(user), world), guest)).cause, "permission")
  })

  it("is rejected without an e-mail address or a name", () => {
    for (const change of [{ email: "guest" }, { name: "" }, { name: " " }])
      assert.strictEqual(failureOf(personalRoom(as(userOf(ada), world), { ...guest, ...change })).cause, "badInput")
  })
})

describe("session", () => {
  it("sends each contact an e-mail about the running call", () => {
    const contactTokens = ["contact-103", "contact-104"]
    const [next, answer] = successOf(session(as(userOf(ada), world), { ...invitation, contactTokens }))
    assert.deepStrictEqual(answer, {})
    assert.strictEqual(HashMap.size(next.outbox), HashMap.size(world.outbox) + 2)
    assert.deepInclude<object>(lastMail(next), { kind: "session", to: "edsger@example.com", token: running })
  })

  it("sends one e-mail to a repeated contact", () => {
    const contactTokens = Array.from({ length: 50_000 }, (_, at) => `contact-10${3 + (at % 2)}`)
    const [next] = successOf(session(as(userOf(ada), world), { ...invitation, contactTokens }))
    assert.strictEqual(HashMap.size(next.outbox), HashMap.size(world.outbox) + 2)
  })

  it("invites in the name of the user of user_token", () => {
    const [loggedIn, { token }] = successOf(logIn(on(world), { email: "linus", password: "correct-horse" }))
    const input = { ...invitation, userToken: token }
    const [next] = successOf(session(as(userOf(ada), loggedIn), input))
    assert.include(lastMail(next).subject, "Linus Torvalds")
    assert.strictEqual(failureOf(session(as(userOf(ada), loggedIn, now + 31 * day), input)).cause, "token")
    const nonsense = { ...invitation, userToken: "nonsense" }
    assert.strictEqual(failureOf(session(as(userOf(ada), world), nonsense)).cause, "token")
  })

  it("is rejected for an ended, foreign, unknown or absent call", () => {
    const causeOf = (callId: string | undefined, user = ada) =>
      failureOf(session(as(userOf(user), world), { ...invitation, callId })).cause
    assert.strictEqual(causeOf(finished), "notFound")
    assert.strictEqual(causeOf(running, linus), "permission")
    assert.strictEqual(causeOf("call_x"), "notFound")
    assert.strictEqual(causeOf(undefined), "badInput")
  })

  it("is rejected without contacts and for unknown contacts, and sends no e-mail", () => {
    const causeOf = (...contactTokens: ReadonlyArray<string>) =>
      failureOf(session(as(userOf(ada), world), { ...invitation, contactTokens })).cause
    assert.strictEqual(causeOf(), "badInput")
    for (const token of ["contact-999", "contact-", "contact-x", "103", ""])
      assert.strictEqual(causeOf("contact-103", token), "notFound", token)
  })
})
