import { assert, describe, it } from "@effect/vitest"
import type { UserQuery } from "@remote-assist/core/EnterpriseUsers"
import { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { logIn } from "../../../src/service/groups/Auth.ts"
import { provision, remove, update } from "../../../src/service/groups/EnterpriseUsers.ts"
import type { World } from "../../../src/world/model/World.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { list } from "../../support/rows.ts"
import { ada, edsger, grace, linus, on, failureOf, successOf, worldOf } from "../../support/worlds.ts"

const world = worldOf()

const logInAs = (world: World, email: string) => logIn(on(world), { email, password: "correct-horse" })

const podCounts = (world: World) => world.pods.map((pod) => [pod.user_count, pod.admin_count])

const mailsTo = (world: World, to: string) =>
  [...HashMap.values(world.outbox)].filter((mail) => mail.to === to).map(({ kind }) => kind)

const userOf = (world: World, id: number) => Option.getOrThrow(Users.byId(world.users, id))

const newcomer = { email: "joan@example.com", name: "Joan Clarke" }

describe("table 3.1", () => {
  it("(none) | POST users | valid request -> active", () => {
    const [next, entry] = successOf(provision(on(world), newcomer))
    assert.isTrue(entry.active)
    assert.deepStrictEqual(userOf(next, entry.id).entry, entry)
    assert.strictEqual(Users.size(next.users), 5)
    assert.deepInclude(entry, { ...newcomer, role_name: "User", role_id: 3, username: "joan" })
    assert.strictEqual(entry.created_at, "2026-06-01T00:00:00.000000Z")
    successOf(logInAs(next, newcomer.email))
  })

  it("(none) | POST users | send_email absent or true -> a welcome e-mail is sent", () => {
    for (const input of [newcomer, { ...newcomer, send_email: true }]) {
      const [next, entry] = successOf(provision(on(world), input))
      assert.deepStrictEqual(mailsTo(next, newcomer.email), ["welcome"])
      assert.notStrictEqual(entry.invitation_sent_at, "")
    }
  })

  it("(none) | POST users | send_email false -> no welcome e-mail is sent", () => {
    const [next, entry] = successOf(provision(on(world), { ...newcomer, send_email: false }))
    assert.deepStrictEqual(mailsTo(next, newcomer.email), [])
    assert.strictEqual(entry.invitation_sent_at, "")
  })

  it("(none) | POST users | no pod_ids -> placed in the default group", () => {
    for (const input of [newcomer, { ...newcomer, pod_ids: [] }]) {
      const [next, entry] = successOf(provision(on(world), input))
      assert.deepStrictEqual(userOf(next, entry.id).pods, [PodId.make(1)])
      assert.deepStrictEqual(podCounts(next), [
        [5, 1],
        [1, 0]
      ])
    }
  })

  it("(none) | POST users | pod_ids -> placed in those groups only", () => {
    const [next] = successOf(
      provision(on(world), { ...newcomer, role: "EnterpriseAdmin", pod_ids: [PodId.make(2), PodId.make(2)] })
    )
    assert.deepStrictEqual(podCounts(next), [
      [4, 1],
      [2, 1]
    ])
  })

  it("active | PUT user active false -> inactive, log-in refused, all data kept", () => {
    const before = userOf(world, grace)
    const [next, entry] = successOf(update(on(world), grace, { active: false }))
    assert.deepStrictEqual(entry, { ...before.entry, active: false, updated_at: "2026-06-01T00:00:00.000000Z" })
    assert.deepStrictEqual(userOf(next, grace).pods, before.pods)
    assert.strictEqual(failureOf(logInAs(next, "grace@example.com")).cause, "inactive")
    assert.strictEqual(Users.size(next.users), 4)
  })

  it("active | PUT user active false -> the refresh tokens of that user end by the option", () => {
    const both = ["ada", "grace"].reduce(
      (world, email) => successOf(logInAs(world, email))[0],
      worldOf({ choices: { "token.after-deactivation": "void" } })
    )
    const [next] = successOf(update(on(both), grace, { active: false }))
    const subjects = (world: World) => [...HashMap.values(world.refreshTokens)].map(({ subject }) => subject).toSorted()
    assert.deepStrictEqual(subjects(both), ["User:101", "User:102"])
    assert.deepStrictEqual(subjects(next), ["User:101"])
  })

  it("inactive | PUT user active true -> active, log-in works again", () => {
    assert.strictEqual(failureOf(logInAs(world, "edsger")).cause, "inactive")
    const [next] = successOf(update(on(world), edsger, { active: true }))
    successOf(logInAs(next, "edsger"))
  })

  it("active | DELETE user -> no longer exists, all data removed", () => {
    const [next] = successOf(remove(on(world), linus))
    assert.isTrue(Option.isNone(Users.byId(next.users, linus)))
    assert.isTrue(Option.isNone(Users.byEmail(next.users, "linus@example.com")))
    assert.isTrue(Option.isNone(Users.byUsername(next.users, "linus")))
    assert.deepStrictEqual(podCounts(next), [
      [3, 1],
      [0, 0]
    ])
    assert.strictEqual(failureOf(logInAs(next, "linus")).cause, "credentials")
  })

  it("active | DELETE user -> all data of the user is removed", () => {
    const [loggedIn] = successOf(logInAs(world, "ada"))
    const [next] = successOf(remove(on(loggedIn), ada))
    assert.strictEqual(HashMap.size(loggedIn.refreshTokensOf), 1)
    const { aliases, favorites, personalAccessTokens, refreshTokens, refreshTokensOf } = next
    for (const table of [refreshTokens, refreshTokensOf, aliases, personalAccessTokens, favorites])
      assert.strictEqual(HashMap.size<unknown, unknown>(table), 0)
  })

  it("inactive | DELETE user -> no longer exists", () => {
    const [next] = successOf(remove(on(world), edsger))
    assert.strictEqual(successOf(list(next, {})).total_entries, 3)
  })

  it("(deleted) | PUT or DELETE user | user exists fails -> refused, and nothing undoes it", () => {
    const [next] = successOf(remove(on(world), linus))
    assert.strictEqual(failureOf(update(on(next), linus, { active: true })).cause, "notFound")
    assert.strictEqual(failureOf(remove(on(next), linus)).cause, "notFound")
    const [after, again] = successOf(provision(on(next), { email: "linus@example.com" }))
    assert.notStrictEqual(again.id, linus)
    assert.isTrue(Option.isNone(Users.byId(after.users, linus)))
  })

  it("does not change the world before the step", () => {
    successOf(remove(on(world), linus))
    successOf(update(on(world), grace, { active: false }))
    assert.strictEqual(Users.size(world.users), 4)
    assert.isTrue(userOf(world, grace).entry.active)
  })
})

describe("provision", () => {
  it("rejects a taken e-mail address in any case", () => {
    for (const email of ["ada@example.com", "ADA@Example.com"])
      assert.strictEqual(failureOf(provision(on(world), { email })).cause, "duplicate")
    const many = worldOf({ users: 1000 })
    const { email } = userOf(many, 700).entry
    assert.strictEqual(failureOf(provision(on(many), { email })).cause, "duplicate")
  })

  it("rejects missing and unknown fields by name", () => {
    const messageOf = (input: Parameters<typeof provision>[1]) => failureOf(provision(on(world), input)).message
    assert.include(messageOf({}), "email")
    assert.include(messageOf({ email: "joan" }), "joan")
    assert.include(messageOf({ ...newcomer, role: "Boss" }), "EnterpriseAdmin")
    assert.include(messageOf({ ...newcomer, pod_ids: [PodId.make(77)] }), "77")
  })

  it("uses the whole e-mail address as the user name if the local part is taken", () => {
    const [next, entry] = successOf(provision(on(world), { email: "ada@example.org" }))
    assert.strictEqual(entry.username, "ada@example.org")
    assert.strictEqual(entry.name, "ada")
    successOf(logInAs(next, "ada@example.org"))
  })
})

describe("update", () => {
  it("changes a name and nothing else", () => {
    const [, entry] = successOf(update(on(world), ada, { name: "A. Lovelace" }))
    assert.deepStrictEqual(entry, {
      ...userOf(world, ada).entry,
      name: "A. Lovelace",
      updated_at: "2026-06-01T00:00:00.000000Z"
    })
  })
})

describe("list", () => {
  const many = worldOf({ users: 45 })

  it("has the totals of the whole list on every page", () => {
    const pages = [1, 2, 3].map((page) => successOf(list(many, { page })))
    assert.deepStrictEqual(
      pages.map((page) => page.entries.length),
      [20, 20, 5]
    )
    for (const page of pages) assert.deepInclude(page, { total_entries: 45, total_pages: 3, page_size: 20 })
    assert.strictEqual(new Set(pages.flatMap((page) => page.entries.map(({ id }) => id))).size, 45)
  })

  it("has the totals of the filtered list on every page", () => {
    const all = successOf(list(many, { page_size: 100 })).entries.filter(({ active }) => active).length
    const page = successOf(list(many, { filter: "active=true", page: 2, page_size: 10 }))
    assert.deepInclude(page, { total_entries: all, total_pages: Math.ceil(all / 10), page: 2, page_size: 10 })
  })

  it("is correct after deletions", () => {
    const [fewer] = successOf(remove(on(many), grace))
    const page = successOf(list(fewer, { page: 3 }))
    assert.deepInclude(page, { total_entries: 44, total_pages: 3 })
    assert.strictEqual(page.entries.length, 4)
  })

  it("answers an empty page beyond the last one, and one empty page without a match", () => {
    assert.deepInclude(successOf(list(many, { page: 4 })), { total_entries: 45, total_pages: 3, page: 4, entries: [] })
    assert.deepInclude(successOf(list(many, { filter: "email=nobody@example.com" })), {
      total_entries: 0,
      total_pages: 1
    })
  })

  it("has the requested order", () => {
    const namesOf = (query: UserQuery) =>
      successOf(list(many, { page_size: 100, ...query })).entries.map(({ name }) => name)
    const names = namesOf({})
    assert.deepStrictEqual(namesOf({ order: "name" }), names.toSorted())
    assert.deepStrictEqual(namesOf({ order: "-name" }), names.toSorted().toReversed())
    assert.deepStrictEqual(
      namesOf({ order: "name", page: 2, page_size: 7, filter: "active=true" }),
      namesOf({ order: "name", filter: "active=true" }).slice(7, 14)
    )
    assert.deepStrictEqual(successOf(list(many, { order: "-id" })).entries[0]?.id, 145)
    assert.include(failureOf(list(many, { order: "nmae" })).message, "nmae")
  })
})
