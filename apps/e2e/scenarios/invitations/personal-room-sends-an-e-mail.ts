import { administratorScenario, Expect, step, unusedEmail } from "@remote-assist/e2e"

/**
 * A user with a personal room invites guests to it by e-mail, with the address of the room. The answer is empty
 * (interface §4.4, 10).
 */
export default administratorScenario(
  function* ({ invitations, mails }) {
    const email = yield* unusedEmail
    yield* step("a guest is invited", invitations.personalRoom({ email, name: "Guest" }))

    const [mail, ...more] = yield* mails(email)
    yield* Expect.equal("further e-mails", more, [])
    yield* Expect.equal("kind of the e-mail", mail?.kind, "personal-room")
    yield* Expect.equal("its subject", mail?.subject, "Ada Lovelace invites you, Guest, to a personal room")
    yield* Expect.equal("where it leads", mail?.link, "https://room.example/ada")
  },
  { needs: ["outbox", "world"], tags: ["smoke"] }
)
