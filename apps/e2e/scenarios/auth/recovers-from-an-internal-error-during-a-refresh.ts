import { administratorLogsIn, refusedOnV1, scenario, step, whileFailing } from "@remote-assist/e2e"

/**
 * A refresh that fails with 500 ends nothing: the session keeps its refresh token, and the next call renews with it
 * (interface §4.1, 4 and §7).
 */
export default scenario(
  function* ({ advance, personalAccessTokens }) {
    const { list } = personalAccessTokens
    yield* administratorLogsIn
    yield* step("a month and a day pass", advance("31 days"))

    yield* whileFailing("Auth.refresh", refusedOnV1("a call with the expired token", list, 500))
    yield* step("the next call renews the session", list)
  },
  { needs: ["control", "clock"] }
)
