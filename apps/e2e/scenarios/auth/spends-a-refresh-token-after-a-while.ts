import { refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * A used refresh token works for another minute on the emulator, and is 401 after that; its successor works (interface
 * §4.1, 4).
 */
export default scenario(
  function* ({ administrator, advance, auth }) {
    const { refresh } = yield* step("the administrator logs in", auth.logIn(administrator))

    const next = yield* step("the tokens are refreshed", auth.refresh(refresh))
    yield* step("half a minute passes", advance("30 seconds"))
    yield* step("they are refreshed with the used one", auth.refresh(refresh))
    yield* step("another minute passes", advance("1 minute"))
    yield* refusedOnV1("the used refresh token", auth.refresh(refresh))
    yield* step("the successor is used", auth.refresh(next.refresh))
  },
  { needs: ["clock"] }
)
