import { Expect, scenario, step } from "@remote-assist/e2e"

/** A guest gets a token without an account, and can read what it allows and how long it works (interface §4.1, 1 and 6). */
export default scenario(
  function* ({ auth, tokens }) {
    const { token } = yield* step("a guest asks for a token", auth.anonymous("A Guest"))
    const info = yield* step("the guest inspects it", tokens.info(token))
    yield* Expect.atLeast("permissions of a guest", info.permissions.length, 1)
    yield* Expect.atLeast("life of the token", info.expires_at - info.created_at, 1)
  },
  { tags: ["guest"] }
)
