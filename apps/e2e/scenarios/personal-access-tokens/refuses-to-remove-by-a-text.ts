import {
  administratorScenario,
  apiKeyHeader,
  createdPersonalAccessToken,
  Expect,
  sendRaw,
  step
} from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** The id in the path of a removal is an integer; anything else is 400, and nothing is removed (interface §4.2, 4). */
export default administratorScenario(function* ({ personalAccessTokens, session }) {
  const { id } = yield* createdPersonalAccessToken
  const authorization = Redacted.value(yield* session.token)
  const headers = { ...(yield* apiKeyHeader), authorization }

  for (const text of ["first", `${id}.5`, `0${id}`]) {
    const path = `/v1r1/personal_access_token/${text}`
    const { status } = yield* step(`the token ${text} is removed`, sendRaw({ method: "DELETE", path, headers }))
    yield* Expect.equal("its status", status, 400)
  }
  yield* step("the token is still there", personalAccessTokens.read(String(id)))
})
