import { refusedOnV1, scenario, step } from "@remote-assist/e2e"

/** A token works until its expiry time, and is 401 after that (interface §2.2, §4.1, 6 and §5, 5). */
export default scenario(
  function* ({ administrator, advance, auth, tokens }) {
    const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
    const { info, validate } = tokens
    const { created_at, expires_at } = yield* step("the token is inspected", info(token))
    const life = expires_at - created_at

    yield* step("all of its life but a minute passes", advance(`${life - 60} seconds`))
    yield* step("it is validated", validate({ token }))
    yield* step("another minute passes", advance("1 minute"))
    yield* refusedOnV1("the inspection of the expired token", info(token))
    yield* refusedOnV1("its validation", validate({ token }))
  },
  { needs: ["clock"] }
)
