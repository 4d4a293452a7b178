import { RegionName } from "@remote-assist/core/Region"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import * as Calls from "../calls/Calls.ts"
import { millisFrom } from "../calls/CallScript.ts"
import * as StoredCalls from "../calls/StoredCalls.ts"
import { optionLookup } from "../gaps/options.ts"
import { applyDueEvents } from "../life/dueEvents.ts"
import { placeCall } from "../life/operations.ts"
import { confirmationMail, withAccount } from "../model/membership.ts"
import * as PersonalAccessTokens from "../model/personalAccessTokens.ts"
import type { World } from "../model/World.ts"
import { epoch } from "../users/GeneratedUser.ts"
import * as Users from "../users/Users.ts"
import { emptyWorld, onCallGroup, seedWorld } from "./defaultWorld.ts"
import type { SeedOptions } from "./defaultWorld.ts"
import { demo, firstAdministrator, onlyPod } from "./demo.ts"
import { makeJoin, lastId, podsOf, positionsOf, withFigures, withPods, withUsers } from "./listedUsers.ts"
import type { Listed } from "./listedUsers.ts"
import { UnusableWorld } from "./WorldFile.ts"
import type { ListedCall, WorldFile } from "./WorldFile.ts"

const invalidCall = (index: number, reason: string) =>
  Result.fail(`calls[${index}]${reason.startsWith("steps[") ? "." : ": "}${reason.replace(/\.$/, "")}`)

/** Applies all events that are due by a time. */
const advanceTo = (world: World, now: number): World => {
  const option = optionLookup(world.settings.choices)
  let next = world
  while (StoredCalls.due(next.calls.stored) <= now) next = applyDueEvents({ world: next, now, option })
  return next
}

/** Places the listed calls, each at its own time. The world starts at a time in milliseconds since the epoch. */
const placeListed = (world: World, listed: ReadonlyArray<ListedCall>, begun: number): Result.Result<World, string> => {
  const option = optionLookup(world.settings.choices)
  const scripts = listed
    .map((call, index) => ({ index, call, now: begun - millisFrom(call.ago) }))
    .filter(({ call }) => call.region === undefined || call.region === world.settings.region)
    .toSorted((one, other) => one.now - other.now)
  const indices = new Map<number, number>()
  let next = world
  for (const { call, index, now } of scripts) {
    const placed = placeCall({ world: advanceTo(next, now), now, option }, Struct.omit(call, ["region", "ago"]))
    if (Result.isFailure(placed)) return invalidCall(index, placed.failure.message)
    const [after, { position }] = placed.success
    indices.set(position, index)
    next = after
  }
  next = advanceTo(next, begun)
  for (const [position, index] of indices) {
    const refused = Calls.rowAt(next.calls, position)?.events.find(({ type }) => type === "refused")
    if (refused !== undefined) return invalidCall(index, refused.detail ?? "a step failed")
  }
  return Result.succeed(next)
}

/** Returns an empty world with free ids for the listed users. */
const withoutDefault = (world: World, { on_call_groups: _, pods = [], size, users = [] }: WorldFile): World => {
  const [generated, calls] = [size?.users ?? 0, size?.calls ?? 0]
  const from = positionsOf(users, 0).reduce((max, position) => Math.max(max, position), -1) + 1
  const to = from + generated
  const hasDefault = pods.some((one) => one.default === true)
  const names = pods.length === 0 ? [{ name: onlyPod }] : pods
  const newPods = podsOf(names, 0, (one, index) => (hasDefault ? (one.default ?? false) : index === 0))
  const defaults = newPods.filter((one) => one.default)
  return {
    ...emptyWorld(world.settings),
    line: world.line,
    drawn: world.drawn,
    users: Users.make([], {
      seed: world.settings.seed,
      from,
      to,
      pods: [defaults.map(({ id }) => id)]
    }),
    pods: newPods.map((one) => (one.default ? { ...one, user_count: generated } : one)),
    calls: Calls.make({ seed: world.settings.seed, size: calls, users: to })
  }
}

const withGroups = (world: World, groups: ReadonlyArray<Listed<"on_call_groups">>): World => {
  const first = lastId(world.onCallGroups, 10) + 1
  const added = groups.map(({ description, name }, index) => onCallGroup(first + index, name, description))
  return { ...world, onCallGroups: [...world.onCallGroups, ...added] }
}

/** Adds the listed members to the groups of the file; the users exist now. */
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

const withListedAccount = (
  world: World,
  { confirmation_token: confirmationToken, ...listed }: Listed<"accounts">
): World => {
  const account = { ...listed, location: "", title: "", registeredAt: epoch, confirmationToken }
  return confirmationMail(withAccount(world, account), account, epoch)
}

const annotated = ({ calls, ...world }: World, annotation: Listed<"annotations">): World => ({
  ...world,
  calls: { ...calls, annotations: HashMap.set(calls.annotations, annotation.call, Struct.omit(annotation, ["call"])) }
})

/** Gives the first administrator the demo token, unless the file has a token for them. */
const withDemoToken = (world: World): World => {
  const owner = firstAdministrator(world)?.entry.id
  if (owner === undefined || HashMap.has(world.personalAccessTokenIds, demo.personalAccessToken)) return world
  if (HashMap.some(world.personalAccessTokens, ({ userId }) => userId === owner)) return world
  return PersonalAccessTokens.addSeeded(world, owner, demo.personalAccessToken, "Demo")
}

export { decode } from "./WorldFile.ts"

/**
 * Returns a function that applies a file to a seeded world, or fails if a listed call is invalid. One trial is enough, as the
 * times of calls are relative to the start of the world.
 */
export const makeWorldTransform = (
  file: WorldFile,
  source: string,
  options: Omit<SeedOptions, "region" | "tenant">,
  now: number
): Result.Result<(seeded: World, begun: number) => World, UnusableWorld> =>
  Result.gen(function* () {
    const { accounts = [], annotations = [], calls = [], on_call_groups: groups = [], pods = [], users = [] } = file
    const isAlone = file.default === false
    const join = makeJoin(users, isAlone)
    const apply = (seeded: World, begun: number) => {
      const base = isAlone ? withoutDefault(seeded, file) : withPods(seeded, pods)
      const populated = withOnCall(withFigures(withUsers(withGroups(base, groups), users, join), pods), groups)
      const printed = isAlone ? withDemoToken(populated) : populated
      const world = annotations.reduce(annotated, accounts.reduce(withListedAccount, printed))
      return Result.mapError(placeListed(world, calls, begun), (reason) => new UnusableWorld({ source, reason }))
    }
    if (calls.length > 0)
      for (const region of RegionName.literals) yield* apply(seedWorld({ ...options, region, tenant: "default" }), now)
    return (seeded, begun) => Result.getOrThrow(apply(seeded, begun))
  })
