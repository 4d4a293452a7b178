import { assert, describe, it } from "@effect/vitest"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { authenticate, callerOf } from "../../../src/service/authenticate.ts"
import * as Auth from "../../../src/service/groups/Auth.ts"
import * as EnterpriseUsers from "../../../src/service/groups/EnterpriseUsers.ts"
import { create, list, read, remove } from "../../../src/service/groups/PersonalAccessTokens.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { ada, answerOf, as, grace, on, failureOf, successOf, worldOf } from "../../support/worlds.ts"

const world = worldOf()
const userOf = (id: number) => Option.getOrThrow(Users.byId(world.users, id))
const one = PersonalAccessTokenId.make(1)
const [created, mine] = successOf(create(as(userOf(grace), world)))

describe("list", () => {
  it("lists the caller's tokens only", () => {
    assert.deepStrictEqual(
      answerOf(list(as(userOf(ada), created))).map(({ description, id, token }) => ({ description, id, token })),
      [{ description: "Demo", id: one, token: "pat-demo-ada" }]
    )
    assert.deepStrictEqual(answerOf(list(as(userOf(grace), created))), [mine])
    assert.deepStrictEqual(answerOf(list(as(userOf(grace), world))), [])
  })
})

describe("create", () => {
  it("creates a new token each time, which can be exchanged", () => {
    const [next, second] = successOf(create(as(userOf(grace), created)))
    assert.notStrictEqual(second.token, mine.token)
    assert.notStrictEqual(second.id, mine.id)
    const [after, token] = successOf(Auth.personalAccessToken(on(next), second.token))
    assert.strictEqual(successOf(authenticate(on(after), token)).claims.sub, `User:${grace}`)
  })

  it("does not reuse the id of a removed token", () => {
    const [fewer] = successOf(remove(as(userOf(grace), created), mine.id))
    const [, third] = successOf(create(as(userOf(grace), fewer)))
    assert.notStrictEqual(third.id, mine.id)
  })
})

describe("read", () => {
  it("finds only the tokens of the caller", () => {
    assert.deepStrictEqual(answerOf(read(as(userOf(grace), created), String(mine.id))), mine)
    for (const id of ["1", "99", "abc", "1.5", "-1"])
      assert.strictEqual(failureOf(read(as(userOf(grace), created), id)).cause, "notFound")
  })
})

describe("remove", () => {
  it("ends the token and the user tokens that were made from it", () => {
    const [afterExchange, token] = successOf(Auth.personalAccessToken(on(world), "pat-demo-ada"))
    const [next] = successOf(remove(as(userOf(ada), afterExchange), one))
    assert.strictEqual(failureOf(authenticate(on(next), token)).cause, "token")
    assert.strictEqual(failureOf(Auth.personalAccessToken(on(next), "pat-demo-ada")).cause, "token")
    assert.strictEqual(failureOf(remove(as(userOf(ada), next), one)).cause, "notFound")
  })

  it("does not change other tokens of the user", () => {
    const [loggedIn, { token }] = successOf(Auth.logIn(on(world), { email: "ada", password: "correct-horse" }))
    const [next] = successOf(remove(as(userOf(ada), loggedIn), one))
    assert.strictEqual(successOf(authenticate(on(next), token)).claims.sub, "User:101")
  })

  it("does not find the tokens of others", () => {
    assert.strictEqual(failureOf(remove(as(userOf(grace), world), one)).cause, "notFound")
  })
})

describe("a deleted user", () => {
  it("has no tokens", () => {
    const [next] = successOf(EnterpriseUsers.remove(on(created), grace))
    assert.deepStrictEqual([...HashMap.keys(next.personalAccessTokens)], [one])
  })
})

describe("callerOf", () => {
  it("rejects subjects that are not users", () => {
    for (const subject of ["Session:1", "Enterprise:8888", "Partner:8888"])
      assert.strictEqual(failureOf(callerOf({ subject, permissions: [], user: undefined })).cause, "permission")
  })
})
