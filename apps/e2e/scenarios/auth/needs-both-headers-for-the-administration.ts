import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * The administration takes the user token in `authorization` and the API key in its own header, both at once: each
 * alone is 400 (interface §4.5 and §5, 1).
 */
export default scenario(
  function* ({ administrator, auth }) {
    const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
    const key = yield* apiKeyHeader
    const authorization = Redacted.value(token)
    const statusWith = (what: string, headers: Readonly<Record<string, string>>) =>
      Effect.map(
        step(`users are listed with ${what}`, sendRaw({ method: "GET", path: "/v1r1/enterprise/users", headers })),
        ({ status }) => status
      )

    yield* Expect.equal("status with both", yield* statusWith("both headers", { ...key, authorization }), 200)
    yield* Expect.equal("status with the token alone", yield* statusWith("the token alone", { authorization }), 400)
    yield* Expect.equal("status with the key alone", yield* statusWith("the API key alone", key), 400)
  },
  { tags: ["admin"] }
)
