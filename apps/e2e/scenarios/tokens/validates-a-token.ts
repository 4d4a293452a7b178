import { administratorLooksUp, Expect, scenario, step } from "@remote-assist/e2e"

/**
 * Validation answers the fields of an inspection, and the id and the type of the owner (interface §2.2 and §4.1, 7).
 */
export default scenario(
  function* ({ administrator, tokens }) {
    const user = yield* administratorLooksUp(administrator.email)

    const about = yield* step("the token is validated", tokens.validate())
    yield* Expect.equal("whose it is", [about.type, about.id], ["user", String(user.id)])
    yield* Expect.atLeast("how long it lasts", about.expires_at - about.created_at, 1)
    yield* Expect.isTrue("somebody issued it", about.issuer !== "")
    yield* Expect.isTrue("it is in some state", about.status !== "")
    yield* Expect.present("what is noted in it", about.data)
    yield* Expect.atLeast("what it allows", about.permissions.length, 1)
  },
  { tags: ["smoke"] }
)
