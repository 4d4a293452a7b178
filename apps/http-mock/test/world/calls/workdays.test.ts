import { assert, describe, it } from "@effect/vitest"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Schema from "effect/Schema"

import * as Calls from "../../../src/world/calls/Calls.ts"
import type { Call } from "../../../src/world/calls/Calls.ts"
import { isGuest } from "../../../src/world/calls/model/Call.ts"

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
    { seed: between(0, 2 ** 31), size: between(3, 1500), users: between(3, 120) },
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

  it("end, are recorded, rated and tagged, and go to groups by shares", () => {
    const calls = all({ seed: 1, size: 20_000, users: 1000 })
    const share = (is: (call: Call) => boolean) => calls.filter(is).length / calls.length
    const within = (name: string, is: (call: Call) => boolean, least: number, most: number) => {
      const found = share(is)
      assert.isTrue(found >= least && found <= most, `${name}: ${found}`)
    }
    within("ended", ({ ending }) => ending === "ended", 0.7, 0.8)
    within("missed", ({ ending }) => ending === "missed", 0.09, 0.13)
    within("declined", ({ ending }) => ending === "declined", 0.03, 0.07)
    within("cancelled", ({ ending }) => ending === "cancelled", 0.03, 0.1)
    within("failed", ({ ending }) => ending === "failed", 0.02, 0.04)
    within("recorded", ({ recording }) => recording !== undefined, 0.18, 0.27)
    within("rated", ({ ratings }) => ratings.length > 0, 0.2, 0.4)
    within("tagged", ({ tags }) => tags.length > 0, 0.15, 0.25)
    within("to groups", ({ group }) => group !== undefined, 0.05, 0.15)
    within("with a third user", (call) => usersIn(call).size > 2, 0.07, 0.1)
    within("with a guest", ({ participants }) => participants.some(({ who }) => isGuest(who)), 0.02, 0.05)
    const networks = calls.flatMap(({ participants }) => participants.flatMap(({ network }) => network.slice(-1)))
    const bad = networks.filter(({ profile }) => profile !== "good").length / networks.length
    assert.isTrue(bad > 0.12 && bad < 0.25, `bad networks: ${bad}`)
    const durations = calls
      .flatMap(({ answeredAt, endedAt = 0, ending }) =>
        answeredAt === undefined || ending !== "ended" ? [] : [endedAt - answeredAt]
      )
      .toSorted((one, other) => one - other)
    const [middle, last] = [durations[Math.floor(durations.length / 2)] ?? 0, durations.at(-1) ?? 0]
    assert.isTrue(middle > 60_000 && middle < 240_000, String(middle))
    assert.isTrue(last > 20 * 60_000 && last <= 61 * 60_000, String(last))
  })
})
