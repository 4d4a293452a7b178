import { RegionName } from "@remote-assist/core/Region"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { millisFrom } from "../calls/actions.ts"
import * as Calls from "../calls/Calls.ts"
import * as StoredCalls from "../calls/StoredCalls.ts"
import { optionLookup } from "../gaps/options.ts"
import { applyDueEvents } from "../life/dueEvents.ts"
import { placeCall } from "../life/operations.ts"
import * as PersonalAccessTokens from "../model/personalAccessTokens.ts"
import { sendMail } from "../model/World.ts"
import type { World } from "../model/World.ts"
import { epoch } from "../users/GeneratedUser.ts"
import { administrator } from "../users/User.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { emptyWorld, onCallGroup, seedWorld } from "./defaultWorld.ts"
import type { SeedOptions } from "./defaultWorld.ts"
import { demo, onlyPod } from "./demo.ts"
import { joining, lastId, podsOf, positionsOf, withFigures, withPods, withUsers } from "./listedUsers.ts"
import type { Listed } from "./listedUsers.ts"
import { UnusableWorld } from "./WorldFile.ts"
import type { ListedCall, WorldFile } from "./WorldFile.ts"

/** Which of the listed calls does not fit, and why. */
interface Misplaced {
  readonly index: number
  readonly why: string
}

/** The world in which all has happened that is due by a moment. */
const settledBy = (world: World, now: number): World => {
  const option = optionLookup(world.settings.choices)
  let next = world
  while (StoredCalls.due(next.calls.kept) <= now) next = applyDueEvents({ world: next, now, option })
  return next
}

/**
 * The world with the listed calls in it, each placed when it starts, so that they are in each other's way as calls are. It
 * begins at a moment, in milliseconds since the epoch.
 */
const placeListed = (
  world: World,
  listed: ReadonlyArray<ListedCall>,
  begun: number
): Result.Result<World, Misplaced> => {
  const option = optionLookup(world.settings.choices)
  const scripts = listed
    .map((call, index) => ({ index, call, now: begun - millisFrom(call.ago) }))
    .filter(({ call }) => call.region === undefined || call.region === world.settings.region)
    .toSorted((one, other) => one.now - other.now)
  const indices = new Map<number, number>()
  let next = world
  for (const { call, index, now } of scripts) {
    const placed = placeCall({ world: settledBy(next, now), now, option }, Struct.omit(call, ["region", "ago"]))
    if (Result.isFailure(placed)) return Result.fail({ index, why: placed.failure.message })
    const [after, { position }] = placed.success
    indices.set(position, index)
    next = after
  }
  next = settledBy(next, begun)
  for (const [position, index] of indices) {
    const misfit = Calls.rowAt(next.calls, position)?.events.find(({ type }) => type === "refused")
    if (misfit !== undefined) return Result.fail({ index, why: misfit.detail ?? "a step does not fit" })
  }
  return Result.succeed(next)
}

/** A seeded world without anything in it, as many listed users as are to come left room for. */
const emptied = (world: World, { on_call_groups: _, pods = [], size, users = [] }: WorldFile): World => {
  const [generated, calls] = [size?.users ?? 0, size?.calls ?? 0]
  const from = positionsOf(users, 0).reduce((most, position) => Math.max(most, position), -1) + 1
  const to = from + generated
  const hasDefault = pods.some((one) => one.default === true)
  const names = pods.length === 0 ? [{ name: onlyPod }] : pods
  const madePods = podsOf(names, 0, (one, index) => (hasDefault ? (one.default ?? false) : index === 0))
  const theirs = madePods.filter((one) => one.default)
  return {
    ...emptyWorld(world.settings),
    line: world.line,
    drawn: world.drawn,
    users: Users.make([], {
      seed: world.settings.seed,
      from,
      to,
      pods: [theirs.map(({ id }) => id)]
    }),
    pods: madePods.map((one) => (one.default ? { ...one, user_count: generated } : one)),
    calls: Calls.make({ seed: world.settings.seed, size: calls, users: to })
  }
}

const withGroups = (world: World, groups: ReadonlyArray<Listed<"on_call_groups">>): World => {
  const first = lastId(world.onCallGroups, 10) + 1
  const made = groups.map(({ description, name }, index) => onCallGroup(first + index, name, description))
  return { ...world, onCallGroups: [...world.onCallGroups, ...made] }
}

/** Those of the file with whom they list, who are there only now. */
const withOnCall = (world: World, groups: ReadonlyArray<Listed<"on_call_groups">>): World => {
  const first = world.onCallGroups.length - groups.length
  const membersOf = ({ members = [] }: Listed<"on_call_groups">) =>
    members.flatMap((name) => Option.toArray(Option.map(Users.byUsername(world.users, name), ({ entry }) => entry.id)))
  return {
    ...world,
    onCallGroups: world.onCallGroups.map((group, index) => {
      const listed = groups[index - first]
      return listed?.members === undefined ? group : { ...group, members: membersOf(listed) }
    })
  }
}

const withAccount = (world: World, account: Listed<"accounts">): World => {
  const { confirmation_token: token, email, name, password } = account
  const key = email.toLowerCase()
  const next = {
    ...world,
    accounts: HashMap.set(world.accounts, key, {
      email,
      name,
      password,
      location: "",
      title: "",
      registeredAt: epoch,
      confirmationToken: token
    }),
    confirmations: HashMap.set(world.confirmations, token, { account: key })
  }
  return sendMail(next, { kind: "confirmation", to: email, at: epoch, subject: "Confirm your e-mail address", token })
}

const annotated = ({ calls, ...world }: World, annotation: Listed<"annotations">): World => ({
  ...world,
  calls: { ...calls, annotations: HashMap.set(calls.annotations, annotation.call, Struct.omit(annotation, ["call"])) }
})

const firstAdministrator = ({ users }: World): User | undefined =>
  HashMap.reduce(users.rows, undefined, (first: User | undefined, user) => {
    const { active, id, role_id } = user.entry
    if (!active || role_id !== administrator.id) return first
    return first === undefined || id < first.entry.id ? user : first
  })

/** The administrator that the emulator prints has a token that works: that of the demo, unless the file gives one. */
const withDemoToken = (world: World): World => {
  const owner = firstAdministrator(world)?.entry.id
  if (owner === undefined || HashMap.has(world.personalAccessTokenIds, demo.personalAccessToken)) return world
  if (HashMap.some(world.personalAccessTokens, ({ userId }) => userId === owner)) return world
  return PersonalAccessTokens.add(world, {
    id: PersonalAccessTokens.nextId(world),
    userId: owner,
    description: "Demo",
    token: demo.personalAccessToken
  })
}

/**
 * The world that a file describes, by the moment at which it begins: what it lists is added to a seeded world, or takes the
 * place of what is in it.
 */
export const applyWorldFile = (
  file: WorldFile
): ((seeded: World, begun: number) => Result.Result<World, Misplaced>) => {
  const { accounts = [], annotations = [], calls = [], on_call_groups: groups = [], pods = [], users = [] } = file
  const isAlone = file.default === false
  const join = joining(users, isAlone)
  return (seeded, begun) => {
    const ground = isAlone ? emptied(seeded, file) : withPods(seeded, pods)
    const populated = withOnCall(withFigures(withUsers(withGroups(ground, groups), users, join), pods), groups)
    const printed = isAlone ? withDemoToken(populated) : populated
    const world = annotations.reduce(annotated, accounts.reduce(withAccount, printed))
    return calls.length === 0 ? Result.succeed(world) : placeListed(world, calls, begun)
  }
}

export { decode } from "./WorldFile.ts"

const unusable =
  (source: string) =>
  ({ index, why }: Misplaced) =>
    new UnusableWorld({ source, reason: `calls[${index}]: ${why.replace(/\.$/, "")}` })

/**
 * What makes the world that a file describes of a seeded one, by the moment at which it begins. Whether its calls fit is tried
 * at a moment: they fit at every other, as they count from the beginning.
 */
export const applying = (
  file: WorldFile,
  source: string,
  options: Omit<SeedOptions, "region" | "tenant">,
  now: number
): Result.Result<(seeded: World, begun: number) => World, UnusableWorld> =>
  Result.gen(function* () {
    const apply = applyWorldFile(file)
    const applied = (seeded: World, begun: number) => Result.mapError(apply(seeded, begun), unusable(source))
    if (file.calls !== undefined)
      for (const region of RegionName.literals)
        yield* applied(seedWorld({ ...options, region, tenant: "default" }), now)
    return (seeded, begun) => Result.getOrThrow(applied(seeded, begun))
  })
