import * as Client from "@remote-assist/core/Client"
import type { EnterpriseUser, Provision } from "@remote-assist/core/EnterpriseUsers"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Pods } from "@remote-assist/core/Pods"
import type { Pod, PodId } from "@remote-assist/core/Pods"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import { temporary, restoreAtEnd } from "../../recorder/Cleanup.ts"
import { mustRun } from "../../recorder/Recorder.ts"
import { Target } from "../../targets/Target.ts"
import type { Person } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"

/** Runs an Effect with a new client, logged out. */
export const withOwnClient = <A, E, R>(act: Effect.Effect<A, E, R>) =>
  mustRun(Effect.provide(act, Client.layer, { local: true }))

/**
 * Runs an Effect with a new client that sends a token. Get services inside of the Effect: those from outside belong to the outer
 * client.
 */
export const withUserToken = <A, E, R>(token: Redacted.Redacted, act: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Session, ({ start }) => start({ token })).pipe(Effect.andThen(act), withOwnClient)

/** Runs an Effect with a new client, logged out, whose region has other settings. */
export const withRegion = <A, E, R>(settings: Partial<Region["Service"]>, act: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Region, (region) => {
    const changed = Layer.succeed(Region, { ...region, ...settings })
    return Effect.provide(act, Layer.provideMerge(Client.layer, changed), { local: true })
  }).pipe(mustRun)

/** Logs in the administrator as the current user. */
export const administratorLogsIn = Effect.gen(function* () {
  const { administrator } = yield* Target
  yield* step("the administrator logs in", (yield* Session).logIn(administrator))
})

/** Runs an Effect with a new client in which a user is logged in. */
export const loggedInAs = <A, E, R>(person: Person, act: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Session, ({ logIn }) => step(`${person.email} logs in`, logIn(person))).pipe(
    Effect.andThen(act),
    withOwnClient
  )

/** Finds the only user with an e-mail address. */
export const userByEmail = Effect.fnUntraced(function* (email: string) {
  const users = yield* EnterpriseUsers
  const { entries, total_entries } = yield* step(`${email} is looked up`, users.list({ filter: `email=${email}` }))
  yield* Expect.equal(`users with the e-mail ${email}`, total_entries, 1)
  return yield* Expect.present(`the user with the e-mail ${email}`, entries[0])
}, mustRun)

/** Logs in the administrator and finds a user. */
export const administratorLooksUp = Effect.fnUntraced(function* (email: string) {
  yield* administratorLogsIn
  return yield* userByEmail(email)
}, mustRun)

/** Expects that no user has an e-mail address. */
export const expectNoUser = (email: string) =>
  step(
    `nobody has the address ${email}`,
    Effect.gen(function* () {
      const { entries, total_entries } = yield* (yield* EnterpriseUsers).list({ filter: `email=${email}` })
      yield* Expect.equal(`users with the e-mail ${email}`, [total_entries, entries], [0, []])
    })
  )

/** A random e-mail address with the prefix of the run. */
export const unusedEmail = Effect.gen(function* () {
  const { prefix } = yield* Target
  const parts = yield* Effect.replicateEffect(Random.nextIntBetween(0, 36 ** 5), 2)
  return `${prefix}-${parts.map((part) => part.toString(36).padStart(5, "0")).join("")}@example.com`
})

/** Provisions a user, removed when the scenario ends. Sends no welcome e-mail unless `send_email` is set. */
export const provisionedUser = (fields: Partial<Provision> = {}) =>
  Effect.gen(function* () {
    const users = yield* EnterpriseUsers
    const email = fields.email ?? (yield* unusedEmail)
    let user: EnterpriseUser | undefined
    const created = temporary({
      kind: "user",
      id: email,
      create: users.provision({ name: "Somebody New", send_email: false, ...fields, email }),
      // by id if it is known, as the e-mail address may change
      remove: Effect.suspend(() => (user === undefined ? removeByEmail(email) : removeUsers(`id=${user.id}`)))
    })
    user = yield* step(`${email} is provisioned`, Effect.andThen(created, userByEmail(email)))
    return user
  }).pipe(mustRun)

const removeUsers = Effect.fnUntraced(function* (filter: string) {
  const users = yield* EnterpriseUsers
  const { entries } = yield* users.list({ filter })
  yield* Effect.forEach(entries, ({ id }) => users.remove(id))
})

/** Removes a user with an e-mail address of the run; another one may have existed before. */
export const removeByEmail = Effect.fnUntraced(function* (email: string) {
  if (email.startsWith((yield* Target).prefix)) return yield* removeUsers(`email=${email}`)
  return yield* Effect.die(new Error("its creation may have failed. Look it up, and remove it if the run created it"))
}, mustRun)

/** Reactivates a user when the scenario ends. */
export const restoreUserAtEnd = (user: EnterpriseUser) =>
  Effect.flatMap(EnterpriseUsers, (users) =>
    restoreAtEnd(`${user.email} active again`, users.reactivate(user.id))
  ).pipe(mustRun)

/** The user entry of the colleague, reactivated when the scenario ends. */
export const restoredColleague = Effect.gen(function* () {
  const { colleague } = yield* Target
  const user = yield* userByEmail(colleague.email)
  yield* restoreUserAtEnd(user)
  return user
})

/** Provisions a user who can log in with the password of the default world; needs `world`. */
export const newcomer = (fields: Partial<Provision> = {}) =>
  Effect.gen(function* () {
    const demo = yield* (yield* Target).demo
    const email = yield* unusedEmail
    const user = yield* provisionedUser({ ...fields, email })
    return { id: user.id, email, password: Redacted.make(demo.password) }
  }).pipe(mustRun)

/** Provisions a user, and runs an Effect with a new client in which they are logged in; needs `world`. */
export const asNewcomer = <A, E, R>(act: Effect.Effect<A, E, R>) =>
  Effect.andThen(administratorLogsIn, newcomer()).pipe(
    Effect.flatMap((person) => loggedInAs(person, act)),
    mustRun
  )

const findPod = Effect.fnUntraced(function* (what: string, matches: (pod: Pod) => boolean) {
  const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
  return yield* Expect.present(what, pods.find(matches))
}, mustRun)

/** The pod of users who are provisioned without one. */
export const defaultPod = findPod("the default pod", (pod) => pod.default === true)

/** A pod that is not the default one. */
export const otherPod = findPod("a pod beside the default one", (pod) => pod.default !== true)

/** Counts the users and administrators of a pod. */
export const podCounts = (id: PodId) =>
  Effect.map(
    findPod(`the pod ${id}`, (pod) => pod.id === id),
    ({ admin_count, user_count }) => ({ users: user_count ?? 0, admins: admin_count ?? 0 })
  )
