import { Calls } from "@remote-assist/core/Calls"
import { Tokens } from "@remote-assist/core/Tokens"
import { administratorScenario, Expect, step, userByEmail, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * An entry has more fields than the interface shows. Programs use a token in it to act as its user; the emulator leaves
 * it out by default and is configured to send it (interface §2.5, §4.5, 3).
 */
export default administratorScenario(
  function* ({ colleague, control }) {
    const { gaps } = yield* control
    const present = gaps.choose({ params: { id: "users.token" }, payload: { choice: "present" } })
    yield* step("entries have the token of their user", present)

    const { id, token } = yield* userByEmail(colleague.email)
    const theirs = yield* Expect.present("the token of the entry", token)
    const acting = Effect.gen(function* () {
      const { data } = yield* step("the token is inspected", (yield* Tokens).info())
      yield* Expect.equal("whose it is", data, `User:${id}`)
      const [call] = yield* step("calls are listed with it", (yield* Calls).list())
      const { dialderId, receiverId } = yield* Expect.present("a call", call)
      yield* Expect.isTrue("whether the call is theirs", [dialderId, receiverId].includes(String(id)))
    })
    yield* withUserToken(theirs, acting)
  },
  { tags: ["admin"], needs: ["control"] }
)
