import { assert, describe, it } from "@effect/vitest"
import * as HashMap from "effect/HashMap"
import * as Result from "effect/Result"

import { authenticate } from "../../../src/service/access/authenticate.ts"
import * as Auth from "../../../src/service/groups/Auth/transitions.ts"
import { remove, update } from "../../../src/service/groups/EnterpriseUsers/transitions.ts"
import type { World } from "../../../src/world/model/World.ts"
import * as Jwt from "../../../src/world/tokens/Jwt.ts"
import { ada, day, grace, now, refusalOf, taken, worldOf } from "../../support/worlds.ts"

const world = worldOf({ users: 50 })

const password = "correct-horse"

const claimsOf = (world: World, token: string) => Result.getOrThrow(Jwt.verify(world.settings.key, token))

describe("logIn", () => {
  it("takes an e-mail address or a user name, upper and lower case alike", () => {
    for (const email of ["ada@example.com", "ada", "ADA", "Ada@Example.com"]) {
      const [next, { token }] = taken(Auth.logIn(world, { email, password }, now))
      assert.strictEqual(claimsOf(next, token).sub, "User:101")
    }
  })

  it("yields a token with the claims of the service", () => {
    const [next, { token }] = taken(Auth.logIn(world, { email: "ada", password }, now))
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

  it("yields other tokens each time, and the same ones from the same world", () => {
    const [next, first] = taken(Auth.logIn(world, { email: "ada", password }, now))
    const [, second] = taken(Auth.logIn(next, { email: "ada", password }, now))
    assert.notStrictEqual(first.token, second.token)
    assert.notStrictEqual(first.refresh, second.refresh)
    assert.deepStrictEqual(taken(Auth.logIn(world, { email: "ada", password }, now))[1], first)
  })

  it("notes when the user was last seen", () => {
    const [next] = taken(Auth.logIn(world, { email: "ada", password }, now))
    const [, entry] = taken(update(next, ada, {}, now))
    assert.strictEqual(entry.last_used_at, "2026-06-01T00:00:00.000000Z")
  })

  it("refuses a wrong password and an unknown user in the same words", () => {
    const wrong = refusalOf(Auth.logIn(world, { email: "ada", password: "wrong" }, now))
    assert.strictEqual(wrong.cause, "credentials")
    assert.deepStrictEqual(refusalOf(Auth.logIn(world, { email: "nobody", password }, now)), wrong)
  })

  it("refuses the deactivated and the unconfirmed, and says which", () => {
    assert.strictEqual(refusalOf(Auth.logIn(world, { email: "edsger", password }, now)).cause, "inactive")
    assert.strictEqual(refusalOf(Auth.logIn(world, { email: "new@example.com", password }, now)).cause, "unconfirmed")
  })

  it("does not tell who is deactivated without the password", () => {
    assert.strictEqual(refusalOf(Auth.logIn(world, { email: "edsger", password: "wrong" }, now)).cause, "credentials")
  })
})

describe("refresh", () => {
  const pairOf = (world: World) => taken(Auth.logIn(world, { email: "grace", password }, now))

  it("renews both tokens", () => {
    const [next, pair] = pairOf(world)
    const [after, renewed] = taken(Auth.refresh(next, pair.refresh, now))
    assert.notStrictEqual(renewed.refresh, pair.refresh)
    assert.strictEqual(claimsOf(after, renewed.token).sub, "User:102")
    taken(Auth.refresh(after, renewed.refresh, now))
  })

  it("lets the used refresh token work for another minute", () => {
    const [next, pair] = pairOf(world)
    const [after] = taken(Auth.refresh(next, pair.refresh, now))
    const [again] = taken(Auth.refresh(after, pair.refresh, now + 59_999))
    assert.strictEqual(refusalOf(Auth.refresh(again, pair.refresh, now + 60_000)).cause, "token")
  })

  it("works once or always where the gap says so", () => {
    const [once, first] = pairOf(worldOf({ choices: { "refresh.reuse": "once" } }))
    const [spent] = taken(Auth.refresh(once, first.refresh, now))
    assert.strictEqual(refusalOf(Auth.refresh(spent, first.refresh, now)).cause, "token")
    const [always, second] = pairOf(worldOf({ choices: { "refresh.reuse": "always" } }))
    const [kept] = taken(Auth.refresh(always, second.refresh, now))
    taken(Auth.refresh(kept, second.refresh, now + 80 * day))
  })

  it("refuses a refresh token after 90 days and one it never gave", () => {
    const [next, pair] = pairOf(world)
    taken(Auth.refresh(next, pair.refresh, now + 90 * day - 1))
    assert.strictEqual(refusalOf(Auth.refresh(next, pair.refresh, now + 90 * day)).cause, "token")
    assert.strictEqual(refusalOf(Auth.refresh(next, "nothing", now)).cause, "token")
  })

  it("stops with the user and resumes with them", () => {
    const [next, pair] = pairOf(world)
    const [inactive] = taken(update(next, grace, { active: false }, now))
    assert.strictEqual(refusalOf(Auth.refresh(inactive, pair.refresh, now)).cause, "inactive")
    const [active] = taken(update(inactive, grace, { active: true }, now))
    taken(Auth.refresh(active, pair.refresh, now))
    const [gone] = taken(remove(next, grace))
    assert.strictEqual(refusalOf(Auth.refresh(gone, pair.refresh, now)).cause, "token")
  })
})

describe("other tokens", () => {
  it("gives a guest fewer permissions and keeps the display name", () => {
    const [next, token] = taken(Auth.anonymous(world, "Visitor", now))
    const { name, pem, sub } = claimsOf(next, token)
    assert.match(sub, /^Session:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.strictEqual(name, "Visitor")
    assert.notInclude(pem, "manage_account")
  })

  it("gives only administrators the token of the enterprise", () => {
    const [next, token] = taken(Auth.enterprise(world, { email: "ada", password }, now))
    assert.strictEqual(claimsOf(next, token).sub, "Enterprise:8888")
    assert.strictEqual(refusalOf(Auth.enterprise(world, { email: "grace", password }, now)).cause, "permission")
    const open = worldOf({ choices: { "auth.enterprise-log-in": "everyone" } })
    taken(Auth.enterprise(open, { email: "grace", password }, now))
  })

  it("trades the alias refresh token, again and again, for tokens of the log-in user", () => {
    const [next, { token }] = taken(Auth.exchange(world, "alias-demo-ada", now))
    assert.strictEqual(claimsOf(next, token).sub, "User:101")
    taken(Auth.exchange(next, "alias-demo-ada", now))
    assert.strictEqual(refusalOf(Auth.exchange(world, "alias-unknown", now)).cause, "token")
  })

  it("gives tokens from the invite URL that can be refreshed", () => {
    const [next, pair] = taken(Auth.fromUrl(world, "https://invite.example/w/demo", now))
    const [after, renewed] = taken(Auth.refresh(next, pair.refresh, now))
    assert.strictEqual(claimsOf(after, renewed.token).sub, claimsOf(next, pair.token).sub)
    assert.strictEqual(refusalOf(Auth.fromUrl(world, "https://invite.example/w/other", now)).cause, "credentials")
  })

  it("trades a personal access token until its user is deactivated or deleted", () => {
    const [next, token] = taken(Auth.personalAccessToken(world, "pat-demo-ada", now))
    assert.strictEqual(claimsOf(next, token).sub, "User:101")
    assert.strictEqual(refusalOf(Auth.personalAccessToken(world, "pat-unknown", now)).cause, "token")
    const [inactive] = taken(update(world, ada, { active: false }, now))
    assert.strictEqual(refusalOf(Auth.personalAccessToken(inactive, "pat-demo-ada", now)).cause, "inactive")
    const [gone] = taken(remove(world, ada))
    assert.strictEqual(refusalOf(Auth.personalAccessToken(gone, "pat-demo-ada", now)).cause, "token")
  })
})

describe("authenticate", () => {
  const [next, { token }] = taken(Auth.logIn(world, { email: "grace", password }, now))

  it("takes a token from its first to its last second", () => {
    taken(authenticate(next, token, now))
    taken(authenticate(next, token, now + 30 * day - 1))
    assert.strictEqual(refusalOf(authenticate(next, token, now + 30 * day)).cause, "expired")
    assert.strictEqual(refusalOf(authenticate(next, token, now - 1)).cause, "token")
  })

  it("stops with the user and resumes with them", () => {
    const [inactive] = taken(update(next, grace, { active: false }, now))
    assert.strictEqual(refusalOf(authenticate(inactive, token, now)).cause, "inactive")
    const [active] = taken(update(inactive, grace, { active: true }, now))
    taken(authenticate(active, token, now))
    const [gone] = taken(remove(next, grace))
    assert.strictEqual(refusalOf(authenticate(gone, token, now)).cause, "token")
  })

  it("refuses a token of the other region, another seed, and a changed one", () => {
    const causeIn = (world: World, token: string) => refusalOf(authenticate(world, token, now)).cause
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
  it("holds what waits for a confirmation in the default world", () => {
    const mails = [...HashMap.values(world.outbox)].map(({ kind, to, token }) => [kind, to, token])
    assert.sameDeepMembers(mails, [
      ["confirmation", "new@example.com", "confirm-demo-new"],
      ["new-email", "grace.hopper@example.com", "confirm-demo-grace"]
    ])
  })
})
