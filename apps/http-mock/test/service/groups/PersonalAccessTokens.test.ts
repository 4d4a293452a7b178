import { assert, describe, it } from "@effect/vitest"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { authenticate, callerOf } from "../../../src/service/access/authenticate.ts"
import * as Auth from "../../../src/service/groups/Auth/transitions.ts"
import * as EnterpriseUsers from "../../../src/service/groups/EnterpriseUsers/transitions.ts"
import { create, list, read, remove } from "../../../src/service/groups/PersonalAccessTokens/transitions.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { ada, grace, now, refusalOf, taken, worldOf } from "../../support/worlds.ts"

const world = worldOf()
const userOf = (id: number) => Option.getOrThrow(Users.byId(world.users, id))
const one = PersonalAccessTokenId.make(1)
const [created, mine] = taken(create(world, userOf(grace), now))

describe("list", () => {
  it("lists the caller's tokens only", () => {
    assert.deepStrictEqual(
      list(created, userOf(ada)).map(({ description, id, token }) => ({ description, id, token })),
      [{ description: "Demo", id: one, token: "pat-demo-ada" }]
    )
    assert.deepStrictEqual(list(created, userOf(grace)), [mine])
    assert.deepStrictEqual(list(world, userOf(grace)), [])
  })
})

describe("create", () => {
  it("makes another token each time, which can be exchanged", () => {
    const [next, second] = taken(create(created, userOf(grace), now))
    assert.notStrictEqual(second.token, mine.token)
    assert.notStrictEqual(second.id, mine.id)
    const [after, token] = taken(Auth.personalAccessToken(next, second.token, now))
    assert.strictEqual(taken(authenticate(after, token, now)).sub, `User:${grace}`)
  })

  it("does not use the id of a removed token again", () => {
    const [fewer] = taken(remove(created, userOf(grace), mine.id))
    const [, third] = taken(create(fewer, userOf(grace), now))
    assert.notStrictEqual(third.id, mine.id)
  })
})

describe("read", () => {
  it("finds the caller's token and no other", () => {
    assert.deepStrictEqual(taken(read(created, userOf(grace), String(mine.id))), mine)
    for (const id of ["1", "99", "abc", "1.5", "-1"])
      assert.strictEqual(refusalOf(read(created, userOf(grace), id)).cause, "notFound")
  })
})

describe("remove", () => {
  it("ends the token and the user tokens that were made from it", () => {
    const [made, token] = taken(Auth.personalAccessToken(world, "pat-demo-ada", now))
    const [next] = taken(remove(made, userOf(ada), one))
    assert.strictEqual(refusalOf(authenticate(next, token, now)).cause, "token")
    assert.strictEqual(refusalOf(Auth.personalAccessToken(next, "pat-demo-ada", now)).cause, "token")
    assert.strictEqual(refusalOf(remove(next, userOf(ada), one)).cause, "notFound")
  })

  it("leaves other tokens of the user as they are", () => {
    const [loggedIn, { token }] = taken(Auth.logIn(world, { email: "ada", password: "correct-horse" }, now))
    const [next] = taken(remove(loggedIn, userOf(ada), one))
    assert.strictEqual(taken(authenticate(next, token, now)).sub, "User:101")
  })

  it("does not find the tokens of others", () => {
    assert.strictEqual(refusalOf(remove(world, userOf(grace), one)).cause, "notFound")
  })
})

describe("a deleted user", () => {
  it("leaves no tokens", () => {
    const [next] = taken(EnterpriseUsers.remove(created, grace))
    assert.deepStrictEqual([...HashMap.keys(next.personalAccessTokens)], [one])
  })
})

describe("callerOf", () => {
  it("refuses subjects that are no user", () => {
    for (const subject of ["Session:1", "Enterprise:8888", "Partner:8888"])
      assert.strictEqual(refusalOf(callerOf(world, subject)).cause, "permission")
  })
})
