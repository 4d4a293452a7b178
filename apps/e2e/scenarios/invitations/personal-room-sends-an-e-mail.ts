import { Invitations } from "@remote-assist/core/Invitations"
import { administratorLogsIn, Expect, scenario, step, Target, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Whoever has a personal room invites anybody to it by e-mail, with the address of the room. The answer is empty
 * (interface §4.4, 10).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const email = yield* unusedEmail
    yield* step("a guest is invited", (yield* Invitations).personalRoom({ email, name: "Guest" }))

    const [mail, ...more] = yield* (yield* Target).mails(email)
    yield* Expect.equal("further e-mails", more, [])
    yield* Expect.equal("kind of the e-mail", mail?.kind, "personal-room")
    yield* Expect.equal("its subject", mail?.subject, "Ada Lovelace invites you, Guest, to a personal room")
    yield* Expect.equal("where it leads", mail?.link, "https://room.example/ada")
  }),
  { needs: ["outbox", "world"], tags: ["smoke"] }
)
