import { Invitations } from "@remote-assist/core/Invitations"
import {
  administratorLogsIn,
  contactToken,
  Expect,
  runningCall,
  scenario,
  step,
  Target,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** A contact who is named twice in one invitation gets one e-mail (interface §4.4, 11). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { colleague, mails } = yield* Target
    const call_id = (yield* runningCall).session
    const user = yield* userByEmail(colleague.email)
    const token = contactToken(user.id)
    yield* step("a contact is named twice", (yield* Invitations).session({ call_id, contact_tokens: [token, token] }))
    yield* Expect.equal("e-mails to the contact", (yield* mails(colleague.email)).length, 1)
  }),
  { needs: ["outbox", "world"] }
)
