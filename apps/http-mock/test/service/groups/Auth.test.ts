import { assert, describe, it } from "@effect/vitest"
import * as HashMap from "effect/HashMap"
import * as Result from "effect/Result"

import { authenticate } from "../../../src/service/authenticate.ts"
import * as Auth from "../../../src/service/groups/Auth.ts"
import { provision, remove, update } from "../../../src/service/groups/EnterpriseUsers.ts"
import type { World } from "../../../src/world/model/World.ts"
import * as UserToken from "../../../src/world/tokens/UserToken.ts"
import { ada, day, grace, now, on, failureOf, successOf, worldOf } from "../../support/worlds.ts"

const world = worldOf({ users: 50 })

const password = "correct-horse"

const claimsOf = (world: World, token: string) => Result.getOrThrow(UserToken.verify(world.settings.key, token))

describe("logIn", () => {
  it("accepts an e-mail address or a user name in any case", () => {
    for (const email of ["ada@example.com", "ada", "ADA", "Ada@Example.com"]) {
      const [next, { token }] = successOf(Auth.logIn(on(world), { email, password }))
      assert.strictEqual(claimsOf(next, token).sub, "User:101")
    }
  })

  it("returns a token with the claims of the service", () => {
    const [next, { token }] = successOf(Auth.logIn(on(world), { email: "ada", password }))
    const { jti, pem, ...claims } = claimsOf(next, token)
    const iat = now / 1000
    assert.deepStrictEqual(claims, {
      iat,
      exp: iat + 30 * 24 * 3600,
      nbf: iat,
      iss: "emulator",
      aud: "emulator",
      sub: "User:101",
      typ: "access"
    })
    assert.match(jti, /^[0-9a-f]{32}$/)
    assert.include(pem, "manage_users")
  })

  it("returns new tokens each time, and equal ones from an equal world", () => {
    const [next, first] = successOf(Auth.logIn(on(world), { email: "ada", password }))
    const [, second] = successOf(Auth.logIn(on(next), { email: "ada", password }))
    assert.notStrictEqual(first.token, second.token)
    assert.notStrictEqual(first.refresh, second.refresh)
    assert.deepStrictEqual(successOf(Auth.logIn(on(world), { email: "ada", password }))[1], first)
  })

  it("notes the time and the first log-in of the user", () => {
    const [created, { id, is_first_login }] = successOf(provision(on(world), { email: "new.one@example.com" }))
    assert.isTrue(is_first_login)
    const [next] = successOf(Auth.logIn(on(created), { email: "new.one@example.com", password }))
    const [, entry] = successOf(update(on(next), id, {}))
    assert.deepInclude(entry, { last_used_at: "2026-06-01T00:00:00.000000Z", is_first_login: false })
  })

  it("rejects a wrong password and an unknown user with the same message", () => {
    const wrong = failureOf(Auth.logIn(on(world), { email: "ada", password: "wrong" }))
    assert.strictEqual(wrong.cause, "credentials")
    assert.deepStrictEqual(failureOf(Auth.logIn(on(world), { email: "nobody", password })), wrong)
  })

  it("rejects deactivated and unconfirmed users with different messages", () => {
    assert.strictEqual(failureOf(Auth.logIn(on(world), { email: "edsger", password })).cause, "inactive")
    assert.strictEqual(failureOf(Auth.logIn(on(world), { email: "new@example.com", password })).cause, "unconfirmed")
  })

  it("does not reveal a deactivated user without the password", () => {
    assert.strictEqual(failureOf(Auth.logIn(on(world), { email: "edsger", password: "wrong" })).cause, "credentials")
  })
})

describe("refresh", () => {
  const pairOf = (world: World) => successOf(Auth.logIn(on(world), { email: "grace", password }))

  it("renews both tokens", () => {
    const [next, pair] = pairOf(world)
    const [after, renewed] = successOf(Auth.refresh(on(next), pair.refresh))
    assert.notStrictEqual(renewed.refresh, pair.refresh)
    assert.strictEqual(claimsOf(after, renewed.token).sub, "User:102")
    successOf(Auth.refresh(on(after), renewed.refresh))
  })

  it("accepts the used refresh token for another minute", () => {
    const [next, pair] = pairOf(world)
    const [after] = successOf(Auth.refresh(on(next), pair.refresh))
    const [again] = successOf(Auth.refresh(on(after, now + 59_999), pair.refresh))
    assert.strictEqual(failureOf(Auth.refresh(on(again, now + 60_000), pair.refresh)).cause, "token")
  })

  it("accepts a refresh token once or always by the option", () => {
    const [once, first] = pairOf(worldOf({ choices: { "refresh.reuse": "once" } }))
    const [spent] = successOf(Auth.refresh(on(once), first.refresh))
    assert.strictEqual(failureOf(Auth.refresh(on(spent), first.refresh)).cause, "token")
    const [always, second] = pairOf(worldOf({ choices: { "refresh.reuse": "always" } }))
    const [afterRefresh] = successOf(Auth.refresh(on(always), second.refresh))
    successOf(Auth.refresh(on(afterRefresh, now + 80 * day), second.refresh))
  })

  it("rejects an expired and an unknown refresh token", () => {
    const [next, pair] = pairOf(world)
    successOf(Auth.refresh(on(next, now + 90 * day - 1), pair.refresh))
    assert.strictEqual(failureOf(Auth.refresh(on(next, now + 90 * day), pair.refresh)).cause, "token")
    assert.strictEqual(failureOf(Auth.refresh(on(next), "nothing")).cause, "token")
  })

  it("stops with the user and resumes with them", () => {
    const [next, pair] = pairOf(world)
    const [inactive] = successOf(update(on(next), grace, { active: false }))
    assert.strictEqual(failureOf(Auth.refresh(on(inactive), pair.refresh)).cause, "inactive")
    const [active] = successOf(update(on(inactive), grace, { active: true }))
    successOf(Auth.refresh(on(active), pair.refresh))
    const [afterRemoval] = successOf(remove(on(next), grace))
    assert.strictEqual(failureOf(Auth.refresh(on(afterRemoval), pair.refresh)).cause, "token")
  })
})

describe("other tokens", () => {
  it("issues a guest token with fewer permissions and the display name", () => {
    const [next, token] = successOf(Auth.anonymous(on(world), "Visitor"))
    const { name, pem, sub } = claimsOf(next, token)
    assert.match(sub, /^Session:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.strictEqual(name, "Visitor")
    assert.notInclude(pem, "manage_account")
  })

  it("issues the token of the enterprise only to administrators", () => {
    const [next, token] = successOf(Auth.enterprise(on(world), { email: "ada", password }))
    assert.strictEqual(claimsOf(next, token).sub, "Enterprise:8888")
    assert.strictEqual(failureOf(Auth.enterprise(on(world), { email: "grace", password })).cause, "permission")
    const open = worldOf({ choices: { "auth.enterprise-log-in": "everyone" } })
    successOf(Auth.enterprise(on(open), { email: "grace", password }))
  })

  it("exchanges the alias refresh token repeatedly", () => {
    const [next, { token }] = successOf(Auth.exchange(on(world), "alias-demo-ada"))
    assert.strictEqual(claimsOf(next, token).sub, "User:101")
    successOf(Auth.exchange(on(next), "alias-demo-ada"))
    assert.strictEqual(failureOf(Auth.exchange(on(world), "alias-unknown")).cause, "token")
  })

  it("issues refreshable tokens for the invite URL", () => {
    const [next, pair] = successOf(Auth.fromUrl(on(world), "https://invite.example/w/demo"))
    const [after, renewed] = successOf(Auth.refresh(on(next), pair.refresh))
    assert.strictEqual(claimsOf(after, renewed.token).sub, claimsOf(next, pair.token).sub)
    assert.strictEqual(failureOf(Auth.fromUrl(on(world), "https://invite.example/w/other")).cause, "credentials")
  })

  it("exchanges a personal access token until its user is deactivated or deleted", () => {
    const [next, token] = successOf(Auth.personalAccessToken(on(world), "pat-demo-ada"))
    assert.strictEqual(claimsOf(next, token).sub, "User:101")
    assert.strictEqual(failureOf(Auth.personalAccessToken(on(world), "pat-unknown")).cause, "token")
    const [inactive] = successOf(update(on(world), ada, { active: false }))
    assert.strictEqual(failureOf(Auth.personalAccessToken(on(inactive), "pat-demo-ada")).cause, "inactive")
    const [afterRemoval] = successOf(remove(on(world), ada))
    assert.strictEqual(failureOf(Auth.personalAccessToken(on(afterRemoval), "pat-demo-ada")).cause, "token")
  })
})

describe("authenticate", () => {
  const [next, { token }] = successOf(Auth.logIn(on(world), { email: "grace", password }))

  it("accepts a token from its first to its last second", () => {
    successOf(authenticate(on(next), token))
    successOf(authenticate(on(next, now + 30 * day - 1), token))
    assert.strictEqual(failureOf(authenticate(on(next, now + 30 * day), token)).cause, "expired")
    assert.strictEqual(failureOf(authenticate(on(next, now - 1), token)).cause, "token")
  })

  it("stops with the user and resumes with them", () => {
    const [inactive] = successOf(update(on(next), grace, { active: false }))
    assert.strictEqual(failureOf(authenticate(on(inactive), token)).cause, "inactive")
    const [active] = successOf(update(on(inactive), grace, { active: true }))
    successOf(authenticate(on(active), token))
    const [afterRemoval] = successOf(remove(on(next), grace))
    assert.strictEqual(failureOf(authenticate(on(afterRemoval), token)).cause, "token")
  })

  it("rejects a token of the other region or another seed, and a changed one", () => {
    const causeIn = (world: World, token: string) => failureOf(authenticate(on(world), token)).cause
    assert.strictEqual(causeIn(worldOf({ region: "eu", users: 50 }), token), "token")
    assert.strictEqual(causeIn(worldOf({ seed: 2, users: 50 }), token), "token")
    const [head, payload, signature] = token.split(".")
    const forged = Buffer.from(JSON.stringify({ ...claimsOf(next, token), sub: "User:101" })).toString("base64url")
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")
    for (const changed of [
      `${head}.${forged}.${signature}`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${unsigned}.${payload}.${signature}`,
      `${token}.x`,
      "",
      "..",
      "pat-demo-ada"
    ])
      assert.strictEqual(causeIn(next, changed), "token", changed)
  })
})

describe("the outbox", () => {
  it("has the pending confirmations of the default world", () => {
    const mails = [...HashMap.values(world.outbox)].map(({ kind, to, token }) => [kind, to, token])
    assert.sameDeepMembers(mails, [
      ["confirmation", "new@example.com", "confirm-demo-new"],
      ["new-email", "grace.hopper@example.com", "confirm-demo-grace"]
    ])
  })
})
