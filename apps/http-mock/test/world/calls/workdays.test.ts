import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Schema from "effect/Schema"

import * as Calls from "../../../src/world/calls/Calls.ts"
import type { Call } from "../../../src/world/calls/Calls.ts"
import { isGuest } from "../../../src/world/calls/model/Call.ts"
import type { Profile } from "../../../src/world/calls/model/Call.ts"
import type { DeviceType } from "../../../src/world/calls/model/devices.ts"
import { worldOf } from "../../support/worlds.ts"

const page = readFileSync(new URL("../../../../../docs/emulator/working-days.md", import.meta.url), "utf8")

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const all = (options: Pick<Calls.Calls, "seed" | "size" | "users">) => {
  const calls = Calls.make({ ...options, shape: "workday" })
  return Array.from({ length: options.size }, (_, position) => Calls.at(calls, position))
}

const usersIn = ({ dialer, participants, receiver }: Call) =>
  new Set([
    dialer,
    ...(receiver === undefined ? [] : [receiver]),
    ...participants.flatMap(({ who }): ReadonlyArray<UserId> => (isGuest(who) ? [] : [who]))
  ])

describe("the calls of the shape workday", () => {
  it.prop(
    "have nobody in two calls at once, and everybody in them while they last",
    { seed: between(0, 2 ** 31), size: between(3, 500), users: between(3, 90) },
    (options) => {
      const next = new Map<number, number>()
      for (const call of all(options)) {
        const { answeredAt, endedAt, participants, position, startedAt } = call
        if (endedAt === undefined) assert.strictEqual(position, 0)
        const end = endedAt ?? Number.POSITIVE_INFINITY
        assert.isAtLeast(end, answeredAt ?? startedAt)
        for (const user of usersIn(call)) {
          assert.isAtMost(endedAt ?? 0, next.get(user) ?? end, `call ${position}`)
          next.set(user, startedAt)
        }
        for (const { network, stays } of participants) {
          assert.strictEqual(stays.length, answeredAt === undefined ? 0 : 1)
          for (const { from, to = end } of stays) {
            assert.isTrue(from >= (answeredAt ?? end) && from <= to && to <= end)
            for (const change of network) assert.isTrue(change.from >= from && change.from <= to)
          }
        }
      }
    }
  )

  it("have the shares that the page about them shows", () => {
    const calls = all({ seed: 1, size: 20_000, users: 1000 })
    const people = calls.flatMap(({ participants }) => participants)
    const networks = people.flatMap(({ network }) => network.slice(-1))
    const ofCalls = (is: (call: Call) => boolean) => calls.filter(is).length / calls.length
    const onNetwork = (profile: Profile) => networks.filter((one) => one.profile === profile).length / networks.length
    const withDevice = (device: DeviceType) => people.filter((one) => one.device === device).length / people.length
    const found: Readonly<Record<string, number>> = {
      "ended, `Call Ended`": ofCalls(({ ending }) => ending === "ended"),
      "missed, `Timed out`": ofCalls(({ ending }) => ending === "missed"),
      cancelled: ofCalls(({ ending }) => ending === "cancelled"),
      declined: ofCalls(({ ending }) => ending === "declined"),
      "failed, by a network that drops": ofCalls(({ ending }) => ending === "failed"),
      recorded: ofCalls(({ recording }) => recording !== undefined),
      "rated, by one or both": ofCalls(({ ratings }) => ratings.length > 0),
      tagged: ofCalls(({ tags }) => tags.length > 0),
      "with a third user, who joins later": ofCalls((call) => usersIn(call).size > 2),
      "with a guest": ofCalls(({ participants }) => participants.some(({ who }) => isGuest(who))),
      "to an on-call group": ofCalls(({ group }) => group !== undefined),
      "on a good network": onNetwork("good"),
      "on a congested one, from the start or later": onNetwork("congested"),
      "on a dropping one, from the start or later": onNetwork("dropping"),
      "with Android": withDevice("Android"),
      "with an iPhone": withDevice("iPhone"),
      "on the web": withDevice("Web")
    }
    const shown = Array.from(page.matchAll(/^\| (.+) \| ([\d.]+) % \|$/gm), ([, name = "", share]) => [
      name,
      Number(share)
    ])
    assert.deepStrictEqual(
      shown.map(([name]) => name),
      Object.keys(found)
    )
    for (const [name = "", share] of shown) assert.closeTo(100 * (found[name] ?? 0), Number(share), 0.5, String(name))
    const durations = calls
      .flatMap(({ answeredAt, endedAt = 0, ending }) =>
        answeredAt === undefined || ending !== "ended" ? [] : [endedAt - answeredAt]
      )
      .toSorted((one, other) => one - other)
    const [middle, last] = [durations[Math.floor(durations.length / 2)] ?? 0, durations.at(-1) ?? 0]
    assert.isTrue(middle > 60_000 && middle < 240_000, String(middle))
    assert.isTrue(last > 20 * 60_000 && last <= 61 * 60_000, String(last))
  })

  it.prop(
    "are to groups of those who take them",
    { users: between(4, 2000) },
    ({ users }) => {
      const { calls, onCallGroups } = worldOf({ users, calls: 1000, shape: "workday" })
      assert.deepStrictEqual(
        onCallGroups.slice(0, 2).map(({ id, name }) => [Number(id), name]),
        [
          [11, "Hydraulics"],
          [12, "Electrical"]
        ]
      )
      const names = onCallGroups.map(({ name }) => name)
      assert.strictEqual(new Set(names).size, names.length)
      assert.isAtMost(names.length, 24)
      const members = onCallGroups.flatMap((group) => group.members)
      assert.strictEqual(new Set(members).size, members.length)
      for (const group of onCallGroups) assert.isTrue(group.members.length >= 1 && group.members.length <= 16)
      for (let position = 0; position < calls.size; position++) {
        const { group, receiver } = Calls.at(calls, position)
        if (group === undefined || receiver === undefined) continue
        assert.isTrue(onCallGroups.find(({ id }) => id === group)?.members.includes(receiver))
      }
    },
    { arbitrary: { runs: 20 } }
  )
})
