import { administratorScenario, Expect, provisionedUser, Target, unusedEmail, userByEmail } from "@remote-assist/e2e"

/** A user who is provisioned gets a welcome e-mail unless `send_email` is false (interface §3.1, §4.5, 1). */
export default administratorScenario(
  function* () {
    const email = yield* unusedEmail
    yield* provisionedUser({ email, send_email: true })
    const mails = yield* (yield* Target).mails(email)
    yield* Expect.equal(
      "kinds of the e-mails",
      mails.map(({ kind }) => kind),
      ["welcome"]
    )
    const user = yield* userByEmail(email)
    yield* Expect.isTrue("whether the invitation is noted", (user.invitation_sent_at ?? "") !== "")
  },
  { tags: ["admin"], needs: ["outbox"] }
)
