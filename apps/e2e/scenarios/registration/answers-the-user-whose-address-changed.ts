import { Expect, pendingEmail, scenario, step, userByEmail } from "@remote-assist/e2e"

const asInTheList = [
  "id",
  "name",
  "username",
  "active",
  "is_confirmed",
  "is_first_login",
  "permissions",
  "role_id",
  "role_name",
  "created_at",
  "last_used_at",
  "status_message",
  "unavailable_expires_at"
] as const

const others = ["avatar", "personal_room_session_id", "personal_room_url", "status", "token", "updated_at"] as const

/**
 * The confirmation of a new e-mail address is the one operation that answers a user with all fields: who they are,
 * what they may do, how they are reached, and when they were last seen (interface §2.4 and §4.3, 3).
 */
export default scenario(
  function* ({ registration }) {
    const { account, email, token } = yield* pendingEmail
    const entry = yield* userByEmail(account.email)
    const user = yield* step("the new address is confirmed", registration.confirmNewEmail(token))

    yield* Expect.equal("email", user.email, email)
    for (const field of asInTheList) yield* Expect.equal(field, user[field], entry[field])
    yield* Expect.equal(
      "confirmed_email, called email_confirmed in the list",
      user.confirmed_email,
      entry.email_confirmed
    )
    yield* Expect.equal("type of available, a boolean in the list", typeof user.available, "string")
    for (const field of [...asInTheList, ...others]) yield* Expect.present(field, user[field])
  },
  { tags: ["admin"], needs: ["outbox"] }
)
