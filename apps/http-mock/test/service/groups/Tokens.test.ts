import { assert, describe, it } from "@effect/vitest"

import * as Auth from "../../../src/service/groups/Auth.ts"
import { info, validate } from "../../../src/service/groups/Tokens.ts"
import type { Requirements } from "../../../src/service/groups/Tokens.ts"
import type { Choices } from "../../../src/world/gaps/options.ts"
import { answerOf, day, now, on, failureOf, successOf, worldOf } from "../../support/worlds.ts"

const issued = (choices: Partial<Choices> = {}) => {
  const world = worldOf({ choices })
  return successOf(Auth.logIn(on(world), { email: "grace", password: "correct-horse" }))
}

const [world, { token }] = issued()

const [guestWorld, guest] = successOf(Auth.anonymous(on(world), undefined))

describe("info", () => {
  it("shows the claims of a token in seconds", () => {
    assert.deepStrictEqual(answerOf(info(on(world), token)), {
      created_at: now / 1000,
      data: "User:102",
      expires_at: now / 1000 + 30 * 24 * 3600,
      issuer: "emulator",
      permissions: ["manage_account", "manage_personal_contacts", "view_account", "view_contacts", "web_login"],
      status: "active"
    })
  })

  it("shows times in milliseconds by the option", () => {
    const [world, { token }] = issued({ "token.units": 1000 })
    assert.strictEqual(answerOf(info(on(world), token)).created_at, now)
  })

  it("rejects a missing and an expired token", () => {
    assert.strictEqual(failureOf(info(on(world), undefined)).cause, "token")
    assert.strictEqual(failureOf(info(on(world), "")).cause, "token")
    assert.strictEqual(failureOf(info(on(world, now + 31 * day), token)).cause, "expired")
  })
})

describe("validate", () => {
  const refused = (demands: Requirements) => failureOf(validate(on(world), token, demands)).message

  it("shows the subject and the type of the token", () => {
    assert.deepInclude(answerOf(validate(on(world), token, {})), { id: "102", type: "user" })
  })

  it("accepts a token that meets all requirements", () => {
    const demands = {
      resource_type: "user",
      permission_category: "employee",
      permission_list: ["view_contacts", "view_account"]
    }
    assert.strictEqual(answerOf(validate(on(world), token, demands)).id, "102")
  })

  it("rejects another type, another category and a missing permission by name", () => {
    assert.include(refused({ resource_type: "enterprise" }), "enterprise")
    assert.include(refused({ permission_category: "owner" }), "owner")
    assert.include(refused({ permission_category: "toString" }), "toString")
    assert.include(refused({ permission_list: ["view_contacts", "manage_users"] }), "manage_users")
    assert.notInclude(refused({ permission_list: ["view_contacts", "manage_users"] }), "view_contacts")
  })

  it("distinguishes tokens of guests and users", () => {
    assert.strictEqual(answerOf(validate(on(guestWorld), guest, {})).type, "session")
    assert.include(failureOf(validate(on(guestWorld), guest, { permission_list: ["view_contacts"] })).message, "lacks")
  })
})
