import { Calls } from "@remote-assist/core/Calls"
import type { Call } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import { restoreAtEnd } from "../../recorder/Cleanup.ts"
import { mustRun } from "../../recorder/Recorder.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"

/** Finds the latest call of the current user that matches; `what` names it in reports, such as `a running call`. */
export const findCall = Effect.fnUntraced(function* (what: string, matches: (call: Call) => boolean) {
  const calls = yield* Calls
  const listed = yield* step(`${what} is looked up`, calls.list({ page_size: 100 }))
  return yield* Expect.present(what, listed.find(matches))
}, mustRun)

/** The latest call of the current user. */
export const latestCall = Effect.gen(function* () {
  const [listed] = yield* step("the latest call is listed", (yield* Calls).list({ page_size: 1 }))
  return yield* Expect.present("a call", listed)
})

/** The contact of the most recent call of the current user: e-mail address and invitation token. */
export const recentContact = Effect.gen(function* () {
  const [recent] = yield* step("the most recent call is read", (yield* Calls).recent)
  const contact = yield* Expect.present("its contact", recent?.contact)
  return {
    email: yield* Expect.present("the e-mail address of its contact", contact.email),
    token: yield* Expect.present("the token of its contact", contact.token)
  }
})

/** Returns the token that invites a user. The default world derives it from the id; needs `world`. */
export const contactToken = (id: UserId) => Redacted.make(`contact-${id}`)

/** A running call: it has no end, and no reason of its end. */
export const runningCall = findCall("a call that runs", (call) => !call.timeCallEnded && !call.reasonCallEnded)

/** A call that nobody answered. */
export const missedCall = findCall("a missed call", ({ reasonCallEnded }) => reasonCallEnded === "Timed out")

/** A call that was answered and has ended. */
export const finishedCall = findCall("a finished call", ({ reasonCallEnded }) => reasonCallEnded === "Call Ended")

/** Restores the notes of a call when the scenario ends. */
export const restoreNotesAtEnd = ({ session, ...call }: Call) =>
  Effect.flatMap(Calls, (calls) => {
    // a note that was absent becomes empty
    const { alt1_id, alt2_id, alt3_id, extra_info } = call
    const notes = Record.map({ alt1_id, alt2_id, alt3_id, extra_info }, (note) => note ?? "")
    return restoreAtEnd(`the notes of the call ${session}`, calls.annotate(session, notes))
  }).pipe(mustRun)

/** The first on-call group of the current user. */
export const firstOnCallGroup = Effect.gen(function* () {
  const { entries } = yield* step("the on-call groups are listed", (yield* OnCallGroups).list())
  return yield* Expect.present("an on-call group", entries[0])
})

/** The favorite on-call groups of the current user. */
export const ownFavorites = Effect.gen(function* () {
  const { entries } = yield* step("their favorites are listed", (yield* OnCallGroups).list({ filter: "favorite=true" }))
  return entries
})

/** Marks the first on-call group as a favorite of the current user, and returns it. */
export const markedFavorite = Effect.gen(function* () {
  const group = yield* firstOnCallGroup
  yield* step(`${group.name} is marked as a favorite`, (yield* OnCallGroups).favorite(group.id))
  return group
})
