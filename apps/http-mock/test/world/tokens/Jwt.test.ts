import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import * as Jwt from "../../../src/world/tokens/Jwt.ts"

const claims = (jti: string): Jwt.Claims => ({
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
  it("yields the claims of a token again and again, and refuses it under another key", () => {
    const key = Jwt.signingKey(1, "default", "us")
    const token = Jwt.sign(key, claims("one"))
    for (let time = 0; time < 3; time++) {
      assert.deepStrictEqual(Jwt.verify(key, token), Result.succeed(claims("one")))
      assert.deepStrictEqual(Jwt.verify(Jwt.signingKey(1, "default", "eu"), token), Result.fail("not signed here"))
      assert.deepStrictEqual(Jwt.verify(key, `${token.slice(0, -4)}AAAA`), Result.fail("not signed here"))
      assert.deepStrictEqual(Jwt.verify(key, `${token}.`), Result.fail("not a token"))
    }
  })

  it("refuses a token whose last letter is another", () => {
    const key = Jwt.signingKey(1, "default", "us")
    const token = Jwt.sign(key, claims("one"))
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=".split("")
    const accepted = letters.filter((letter) => Result.isSuccess(Jwt.verify(key, token.slice(0, -1) + letter)))
    assert.deepStrictEqual(accepted, [token.slice(-1)])
  })

  it("keeps a bounded number of tokens, and none that it refuses", () => {
    const key = Jwt.signingKey(2, "default", "us")
    for (let index = 0; index < 3 * Jwt.mostKept; index++) {
      const token = Jwt.sign(key, claims(String(index)))
      assert.isTrue(Result.isFailure(Jwt.verify(key, `${token}A`)))
      assert.strictEqual(Jwt.keptOf(key), index % Jwt.mostKept === 0 && index > 0 ? Jwt.mostKept : index % Jwt.mostKept)
      assert.deepStrictEqual(Jwt.verify(key, token), Result.succeed(claims(String(index))))
      assert.isAtMost(Jwt.keptOf(key), Jwt.mostKept)
    }
  })
})
