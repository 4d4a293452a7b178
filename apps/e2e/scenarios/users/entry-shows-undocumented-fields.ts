import { administratorScenario, Expect, provisionedUser } from "@remote-assist/e2e"

/**
 * An entry also has permissions, location and contact data of a user; unset fields are empty texts (interface §2.5).
 */
export default administratorScenario(
  function* () {
    const user = yield* provisionedUser()
    yield* Expect.equal("role", [user.role_id, user.role_name, user.manage], [3, "User", false])
    yield* Expect.isTrue("whether they may log in", user.permissions?.includes("web_login") === true)
    yield* Expect.equal("enterprise", user.enterprise_id, 8888)
    yield* Expect.equal("confirmed", [user.is_confirmed, user.email_confirmed], [true, true])
    yield* Expect.equal("confirmed when created", user.confirmed_at, user.created_at)
    yield* Expect.equal("never mailed", [user.confirmation_sent_at, user.invitation_sent_at], ["", ""])
    yield* Expect.equal("never called", user.first_call_at, "")
    yield* Expect.equal("status", [user.status, user.status_message, user.unavailable_expires_at], [0, "", ""])
    yield* Expect.equal("their work", [user.title, user.location, user.license], ["", "", ""])
    yield* Expect.equal("log-in elsewhere", [user.provider, user.provider_uid], ["", ""])
    yield* Expect.equal("picture", user.avatar, { original: null, thumb: null })
    yield* Expect.equal("token, which is a secret", user.token, undefined)
  },
  { tags: ["admin"], needs: ["world"] }
)
