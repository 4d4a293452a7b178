import { assert, describe, it } from "@effect/vitest"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { remove, update } from "../../../src/service/groups/EnterpriseUsers.ts"
import type { World } from "../../../src/world/model/World.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { positionsOf } from "../../support/rows.ts"
import { Walk, walked } from "../../support/walk.ts"
import { ada, on, successOf, worldOf } from "../../support/worlds.ts"

const sorted = (texts: ReadonlyArray<string>) => texts.toSorted()

const ownerOf = (subject: string) => (subject.startsWith("Session:") ? "guests" : subject)

/** Asserts that the indexes of tokens, addresses and pods match the records. */
const assertConsistent = (world: World) => {
  const listed = [...world.refreshTokensOf].flatMap(([owner, tokens]) => tokens.map((token) => `${owner} ${token}`))
  const stored = [...world.refreshTokens].map(([token, { subject }]) => `${ownerOf(subject)} ${token}`)
  assert.deepStrictEqual(sorted(listed), sorted(stored))
  const owned = [...world.personalAccessTokensOf].flatMap(([user, ids]) => ids.map((id) => `${user} ${id}`))
  const tokens = [...HashMap.values(world.personalAccessTokens)]
  assert.deepStrictEqual(sorted(owned), sorted(tokens.map(({ id, userId }) => `${userId} ${id}`)))
  assert.deepStrictEqual(
    sorted([...world.personalAccessTokenIds].map(([token, id]) => `${token} ${id}`)),
    sorted(tokens.map(({ id, token }) => `${token} ${id}`))
  )
  const rows = [...HashMap.values(world.users.rows)]
  const waiting = [...world.confirmations].flatMap(([token, to]) => ("user" in to ? [`${to.user} ${token}`] : []))
  const addresses = rows.flatMap(({ entry, newEmail }) =>
    newEmail === undefined ? [] : [`${entry.id} ${newEmail.token}`]
  )
  assert.deepStrictEqual(sorted(waiting), sorted(addresses))
  for (const pod of world.pods) {
    const present = positionsOf(world.users, 0, world.users.next).map((at) => Users.rowAt(world.users, at))
    const members = present.filter(({ pods }) => pods.includes(pod.id))
    const admins = members.flatMap(({ entry: { id, role_id } }) => (role_id === 1 ? [{ id }] : []))
    assert.deepStrictEqual([pod.user_count, pod.admin_count, pod.admins], [members.length, admins.length, admins])
  }
  for (const owner of [...tokens.map(({ userId }) => userId), ...HashMap.keys(world.favorites)])
    assert.isTrue(Option.isSome(Users.byId(world.users, owner)))
}

const start = worldOf({ users: 25, calls: 9 })

const withChoices = (choices: World["settings"]["choices"]): World => ({
  ...start,
  settings: { ...start.settings, choices }
})

describe("the records of users", () => {
  it.prop(
    "are stored once and listed by owner after random changes",
    { walk: Walk.check(Schema.isMinLength(10)), isVoid: Schema.Boolean, isAtOnce: Schema.Boolean },
    ({ isAtOnce, isVoid, walk }) =>
      assertConsistent(
        walked(
          withChoices({
            "token.after-deactivation": isVoid ? "void" : "resumes",
            "registration.new-email": isAtOnce ? "at once" : "confirmed"
          }),
          walk
        )
      ),
    { arbitrary: { runs: 100 } }
  )

  it("contain at most one pending address per user, the latest", () => {
    const [first] = successOf(update(on(start), ada, { email: "first@example.org" }))
    const [second] = successOf(update(on(first), ada, { email: "second@example.org" }))
    assertConsistent(second)
    assert.strictEqual(HashMap.size(second.confirmations), HashMap.size(start.confirmations) + 1)
    const atOnce = { ...second, settings: withChoices({ "registration.new-email": "at once" }).settings }
    const [third] = successOf(update(on(atOnce), ada, { email: "third@example.org" }))
    assertConsistent(third)
    const left = [remove(on(second), ada), remove(on(third), ada)].map((step) =>
      HashMap.size(successOf(step)[0].confirmations)
    )
    assert.deepStrictEqual(left, [2, 2])
  })
})
