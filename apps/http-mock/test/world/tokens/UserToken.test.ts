import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import * as UserToken from "../../../src/world/tokens/UserToken.ts"

const claims = (jti: string): UserToken.Claims => ({
  iat: 1,
  exp: 2,
  nbf: 1,
  jti,
  iss: "emulator",
  aud: "emulator",
  sub: "User:101",
  typ: "access",
  pem: ["manage_users"]
})

describe("verify", () => {
  it("returns the claims of a token each time, and rejects it under another key", () => {
    const key = UserToken.signingKey(1, "default", "us")
    const token = UserToken.sign(key, claims("one"))
    for (let time = 0; time < 3; time++) {
      assert.deepStrictEqual(UserToken.verify(key, token), Result.succeed(claims("one")))
      assert.deepStrictEqual(
        UserToken.verify(UserToken.signingKey(1, "default", "eu"), token),
        Result.fail("not signed here")
      )
      assert.deepStrictEqual(UserToken.verify(key, `${token.slice(0, -4)}AAAA`), Result.fail("not signed here"))
      assert.deepStrictEqual(UserToken.verify(key, `${token}.`), Result.fail("not a token"))
    }
  })

  it("rejects a token with another last letter", () => {
    const key = UserToken.signingKey(1, "default", "us")
    const token = UserToken.sign(key, claims("one"))
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=".split("")
    const accepted = letters.filter((letter) => Result.isSuccess(UserToken.verify(key, token.slice(0, -1) + letter)))
    assert.deepStrictEqual(accepted, [token.slice(-1)])
  })

  it("caches a limited number of tokens, and no rejected one", () => {
    const key = UserToken.signingKey(2, "default", "us")
    for (let index = 0; index < 3 * UserToken.maxVerified; index++) {
      const token = UserToken.sign(key, claims(String(index)))
      assert.isTrue(Result.isFailure(UserToken.verify(key, `${token}A`)))
      assert.strictEqual(UserToken.verifiedCount(key), Math.min(index, UserToken.maxVerified))
      assert.deepStrictEqual(UserToken.verify(key, token), Result.succeed(claims(String(index))))
    }
  })
})
