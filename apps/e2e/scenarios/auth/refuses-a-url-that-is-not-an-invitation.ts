import { apiKeyHeader, Expect, refusedOnV1R1, scenario, sendRaw, step } from "@remote-assist/e2e"

/**
 * A URL that is not an invitation to a workbox is 400, and so is a missing one: the body requires it (interface §4.1,
 * 9).
 */
export default scenario(function* ({ auth }) {
  const headers = yield* apiKeyHeader

  yield* refusedOnV1R1("a URL that is not an invitation", auth.fromUrl("https://invite.example/w/none"))
  const none = yield* step(
    "no URL at all is sent",
    sendRaw({ method: "POST", path: "/v1r1/auth/from_url", headers, body: {} })
  )
  yield* Expect.equal("its status", none.status, 400)
})
