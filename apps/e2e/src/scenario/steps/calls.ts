import { Calls } from "@remote-assist/core/Calls"
import type { Call } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { putBack } from "../../recorder/Cleanup.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"

/** The latest call of whoever is logged in that fits; `what` says which it is, such as `a call that runs`. */
export const callThat = Effect.fnUntraced(function* (what: string, fits: (call: Call) => boolean) {
  const calls = yield* Calls
  const listed = yield* step(`${what} is looked up`, calls.list({ page_size: 100 }))
  return yield* Expect.present(what, listed.find(fits))
})

/** The latest call of whoever is logged in. */
export const latestCall = Effect.gen(function* () {
  const [listed] = yield* step("the latest call is listed", (yield* Calls).list({ page_size: 1 }))
  return yield* Expect.present("a call", listed)
})

/** The e-mail address of whom the most recent call of whoever is logged in was with, and what stands for them in invitations. */
export const recentContact = Effect.gen(function* () {
  const [recent] = yield* step("the most recent call is read", (yield* Calls).recent)
  const contact = yield* Expect.present("its contact", recent?.contact)
  return {
    email: yield* Expect.present("the e-mail address of its contact", contact.email),
    token: yield* Expect.present("the token of its contact", contact.token)
  }
})

/** What stands for a user in invitations, as the contact of a recent call has it; for scenarios that need `world`. */
export const contactToken = (id: UserId) => Redacted.make(`contact-${id}`)

/** A call that runs: neither its end nor a reason for it is set. */
export const runningCall = callThat("a call that runs", (call) => !call.timeCallEnded && !call.reasonCallEnded)

/** A call that nobody took. */
export const missedCall = callThat("a missed call", ({ reasonCallEnded }) => reasonCallEnded === "Timed out")

/** A call that was held and is over. */
export const finishedCall = callThat("a finished call", ({ reasonCallEnded }) => reasonCallEnded === "Call Ended")

/** Puts the notes of a call back when the scenario ends, as they are now. */
export const notesPutBack = ({ alt1_id, alt2_id, alt3_id, extra_info, session }: Call) => {
  const notes = { alt1_id: alt1_id ?? "", alt2_id: alt2_id ?? "", alt3_id: alt3_id ?? "", extra_info: extra_info ?? "" }
  return Effect.flatMap(Calls, (calls) => putBack(`the notes of the call ${session}`, calls.annotate(session, notes)))
}

/** The first of the on-call groups, as whoever is logged in sees it. */
export const firstOnCallGroup = Effect.gen(function* () {
  const { entries } = yield* step("the on-call groups are listed", (yield* OnCallGroups).list())
  return yield* Expect.present("an on-call group", entries[0])
})

/** The on-call groups that whoever is logged in has marked as favorites. */
export const ownFavorites = Effect.gen(function* () {
  const { entries } = yield* step("their favorites are listed", (yield* OnCallGroups).list({ filter: "favorite=true" }))
  return entries
})

/** Has whoever is logged in mark the first on-call group as a favorite, and yields it. */
export const markedFavorite = Effect.gen(function* () {
  const group = yield* firstOnCallGroup
  yield* step(`${group.name} is marked as a favorite`, (yield* OnCallGroups).favorite(group.id))
  return group
})
