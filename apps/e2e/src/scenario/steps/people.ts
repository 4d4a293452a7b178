import * as Client from "@remote-assist/core/Client"
import type { EnterpriseUser, Provision } from "@remote-assist/core/EnterpriseUsers"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

import { owned, putBack } from "../../cleanup/Cleanup.ts"
import { Target } from "../../targets/Target.ts"
import type { Person } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Step.ts"

/** Logs in the administrator; the calls that follow carry their token. */
export const administratorLogsIn = Effect.gen(function* () {
  const { administrator } = yield* Target
  yield* step("the administrator logs in", (yield* Session).logIn(administrator))
})

/** Does something with a client of its own, in which somebody is logged in; who is logged in outside stays so. */
export const loggedInAs = <A, E, R>(person: Person, act: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* step(`${person.email} logs in`, (yield* Session).logIn(person))
    return yield* act
  }).pipe(Effect.provide(Client.layer, { local: true }))

/** Does something with a client of its own, in which nobody is logged in yet. */
export const withOwnClient = <A, E, R>(act: Effect.Effect<A, E, R>) =>
  Effect.provide(act, Client.layer, { local: true })

/** Finds the one user with an e-mail address. */
export const userByEmail = Effect.fnUntraced(function* (email: string) {
  const users = yield* EnterpriseUsers
  const { entries, total_entries } = yield* step(`${email} is looked up`, users.list({ filter: `email=${email}` }))
  yield* Expect.equal(`users with the e-mail ${email}`, total_entries, 1)
  return yield* Expect.present(`the user with the e-mail ${email}`, entries[0])
})

/** Has the administrator log in and look somebody up. */
export const administratorLooksUp = Effect.fnUntraced(function* (email: string) {
  yield* administratorLogsIn
  return yield* userByEmail(email)
})

/** Expects that no user has an e-mail address. */
export const nobodyHas = (email: string) =>
  step(
    `nobody has the address ${email}`,
    Effect.gen(function* () {
      const { entries, total_entries } = yield* (yield* EnterpriseUsers).list({ filter: `email=${email}` })
      yield* Expect.equal(`users with the e-mail ${email}`, [total_entries, entries], [0, []])
    })
  )

/** An e-mail address that no user has, and that tells which run it is of. */
export const unusedEmail = Effect.gen(function* () {
  const { prefix } = yield* Target
  const parts = yield* Effect.replicateEffect(Random.nextIntBetween(0, 36 ** 5), 2)
  return `${prefix}-${parts.map((part) => part.toString(36).padStart(5, "0")).join("")}@example.com`
})

/** Provisions a user who is removed when the scenario ends, unless it removed them itself; without a welcome e-mail unless asked for. */
export const provisionedUser = (fields: Partial<Provision> = {}) =>
  Effect.gen(function* () {
    const users = yield* EnterpriseUsers
    const email = fields.email ?? (yield* unusedEmail)
    return yield* step(
      `${email} is provisioned`,
      owned({
        kind: "user",
        id: email,
        create: Effect.andThen(
          users.provision({ name: "Somebody New", send_email: false, ...fields, email }),
          userByEmail(email)
        ),
        remove: removeIfThere
      })
    )
  })

// by the id, which stays theirs when their e-mail address changes
const removeIfThere = Effect.fnUntraced(function* ({ id }: EnterpriseUser) {
  const users = yield* EnterpriseUsers
  const { total_entries } = yield* users.list({ filter: `id=${id}` })
  if (total_entries > 0) yield* users.remove(id)
})

/** Makes sure that a user is active again when the scenario ends. */
export const restoredAfterwards = (user: EnterpriseUser) =>
  Effect.flatMap(EnterpriseUsers, (users) => putBack(`${user.email} active again`, users.reactivate(user.id)))

/** The colleague as the administrator sees them; made sure to be active again when the scenario ends. */
export const restoredColleague = Effect.gen(function* () {
  const { colleague } = yield* Target
  const user = yield* userByEmail(colleague.email)
  yield* restoredAfterwards(user)
  return user
})
