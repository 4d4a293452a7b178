import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/** The inspected token is that of the query, otherwise that of the header `authorization` (interface §4.1, 6-7). */
export default administratorScenario(function* ({ session, tokens }) {
  const token = yield* session.token
  const own = yield* step("the token of the header is inspected", tokens.info())
  yield* Expect.equal("what it says", own, yield* step("the same in the query", tokens.info(token)))
  const valid = yield* step("the token of the header is validated", tokens.validate())
  yield* Expect.equal("what it says", valid, yield* step("the same in the query", tokens.validate({ token })))
})
