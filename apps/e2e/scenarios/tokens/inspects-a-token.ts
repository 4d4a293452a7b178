import { Expect, scenario, step } from "@remote-assist/e2e"

/** A token can be inspected: its issuer, its times, its permissions and its state (interface §2.2 and §4.1, 6). */
export default scenario(
  function* ({ administrator, auth, tokens }) {
    const { token } = yield* step("the administrator logs in", auth.logIn(administrator))

    const about = yield* step("the token is inspected", tokens.info(token))
    yield* Expect.atLeast("how long it lasts", about.expires_at - about.created_at, 1)
    yield* Expect.isTrue("somebody issued it", about.issuer !== "")
    yield* Expect.isTrue("it is in some state", about.status !== "")
    yield* Expect.present("what is noted in it", about.data)
    yield* Expect.isTrue("it allows to administer", about.permissions.includes("enterprise_admin"))
  },
  { tags: ["smoke"] }
)
