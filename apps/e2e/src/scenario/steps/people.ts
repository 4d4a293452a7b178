import * as Client from "@remote-assist/core/Client"
import type { EnterpriseUser, Provision } from "@remote-assist/core/EnterpriseUsers"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Pods } from "@remote-assist/core/Pods"
import type { PodId } from "@remote-assist/core/Pods"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import { owned, putBack } from "../../recorder/Cleanup.ts"
import { Target } from "../../targets/Target.ts"
import type { Person } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"

/**
 * Does something with a client of its own whose calls carry a token; who is logged in outside stays so. What is done asks
 * for its services itself: one that was asked for outside belongs to the client there.
 */
export const withUserToken = <A, E, R>(token: Redacted.Redacted, act: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* (yield* Session).start({ token })
    return yield* act
  }).pipe(Effect.provide(Client.layer, { local: true }))

/** Does something with a client of its own, in which nobody is logged in and whose region differs in some settings. */
export const withRegion = <A, E, R>(settings: Partial<Region["Service"]>, act: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const region = Layer.succeed(Region, { ...(yield* Region), ...settings })
    return yield* Effect.provide(act, Layer.provideMerge(Client.layer, region), { local: true })
  })

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

/** Provisions somebody who can log in, with the password that everybody of the default world has; for scenarios that need `world`. */
export const newcomer = Effect.fnUntraced(function* (fields: Partial<Provision> = {}) {
  const demo = yield* (yield* Target).demo
  const email = yield* unusedEmail
  const user = yield* provisionedUser({ ...fields, email })
  return { id: user.id, email, password: Redacted.make(demo.password) }
})

/** Has the administrator provision somebody new, and does something with a client of its own in which they are logged in; for scenarios that need `world`. */
export const asNewcomer = <A, E, R>(act: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* administratorLogsIn
    return yield* loggedInAs(yield* newcomer(), act)
  })

/** The pod that users are placed in who are given none, as it is now. */
export const defaultPod = Effect.gen(function* () {
  const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
  return yield* Expect.present(
    "the default pod",
    pods.find((pod) => pod.default)
  )
})

/** A pod that is not the default one, as it is now. */
export const otherPod = Effect.gen(function* () {
  const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
  return yield* Expect.present(
    "a pod beside the default one",
    pods.find((pod) => pod.default !== true)
  )
})

/** How many users and administrators a pod has now. */
export const countsOf = Effect.fnUntraced(function* (id: PodId) {
  const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
  const pod = yield* Expect.present(
    `the pod ${id}`,
    pods.find((pod) => pod.id === id)
  )
  return { users: pod.user_count ?? 0, admins: pod.admin_count ?? 0 }
})
