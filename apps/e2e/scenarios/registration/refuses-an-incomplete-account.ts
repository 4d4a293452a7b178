import { apiKeyHeader, Expect, refusedOnV1, scenario, sendRaw, step, unusedEmail } from "@remote-assist/e2e"

/**
 * E-mail address, name and password are required: without one of them a registration is 401 on `/v1` and 400 on
 * `/v1r1`, and nothing is registered (interface §4.3, 1 and 5).
 */
export default scenario(function* ({ registration }) {
  const headers = yield* apiKeyHeader
  const email = yield* unusedEmail
  const whole = { email, name: "Mary Jackson", password: "supersonic-1953" }
  const { email: _email, ...withoutEmail } = whole
  const { name: _name, ...withoutName } = whole
  const { password: _password, ...withoutPassword } = whole

  for (const user_info of [withoutEmail, withoutName, withoutPassword, undefined])
    for (const [version, expected] of [
      ["v1", 401],
      ["v1r1", 400]
    ] as const) {
      const fields = Object.keys(user_info ?? {}).join(" and ") || "nothing"
      const request = sendRaw({ method: "POST", path: `/${version}/register`, headers, body: { user_info } })
      const { status } = yield* step(`a registration on ${version} with ${fields}`, request)
      yield* Expect.equal("its status", status, expected)
    }
  yield* refusedOnV1("an e-mail to who is not registered", registration.resendConfirmation(email))
})
