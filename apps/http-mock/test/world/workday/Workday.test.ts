import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as Days from "../../../src/world/workday/Days.ts"
import * as Workday from "../../../src/world/workday/Workday.ts"
import type { Met, WorkdayOptions } from "../../../src/world/workday/Workday.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const sizes = { seed: between(0, 2 ** 31), users: between(3, 120), calls: between(0, 600) }

const usersIn = ({ dialer, receiver, third }: Met) => [dialer, receiver, ...(third === undefined ? [] : [third])]

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const all = (options: WorkdayOptions) => {
  const { at } = Workday.make(options)
  return range(options.calls).map(at)
}

const thousand = { seed: 1, users: 1000, calls: 20_000 }

describe("the calls of a working day", () => {
  it.prop("are found of every user as in a plain list of all", sizes, (options) => {
    const workday = Workday.make(options)
    const expected = new Map<number, Array<number>>()
    all(options).forEach((call, number) => {
      const users = usersIn(call)
      assert.strictEqual(new Set(users).size, users.length, `call ${number} is of ${users.join(", ")}`)
      for (const user of users) {
        assert.isTrue(user >= 0 && user < options.users, `call ${number} is of ${user}`)
        expected.set(user, [...(expected.get(user) ?? []), number])
      }
    })
    for (const user of range(options.users)) {
      const { at, indexOf, total } = workday.ofUser(user)
      const numbers = range(total).map(at)
      assert.deepStrictEqual(numbers, expected.get(user) ?? [], `user ${user}`)
      assert.deepStrictEqual(numbers.map(indexOf), range(total), `user ${user}`)
    }
    for (const user of [-1, options.users]) assert.strictEqual(workday.ofUser(user).total, 0)
  })

  it.prop("begin in order, and leave time until the next of who is in them", sizes, (options) => {
    const free = new Map<number, number>()
    let last = 0
    for (const call of all(options)) {
      assert.isAtLeast(call.ago, last)
      assert.strictEqual(call.nextAgo, Math.max(...usersIn(call).map((user) => free.get(user) ?? 0)))
      usersIn(call).forEach((user) => free.set(user, call.ago))
      last = call.ago
    }
  })

  it("are found at the ends of the largest worlds too", () => {
    const options = { seed: 7, users: 10_000_000, calls: 1_000_000 }
    const { at, ofUser } = Workday.make(options)
    for (const number of [0, 1, 499_999, 999_999])
      for (const user of usersIn(at(number))) {
        const theirs = ofUser(user)
        assert.include(
          range(theirs.total).map((index) => theirs.at(index)),
          number
        )
      }
    assert.isAbove(ofUser(0).total, 0)
  })

  it("have peaks before and after lunch, and few at night", () => {
    const hours = range(24).map(() => 0)
    for (const { ago } of all(thousand)) {
      assert.isAtMost(ago, 86_400_000)
      const hour = Math.floor((86_400_000 - ago) / 3_600_000)
      hours[hour] = (hours[hour] ?? 0) + 1
    }
    const [morning, lunch, afternoon] = [hours[10] ?? 0, hours[12] ?? 0, hours[14] ?? 0]
    assert.isAbove(morning, 1.5 * lunch)
    assert.isAbove(afternoon, 1.4 * lunch)
    const night = [0, 1, 2, 3, 4, 5, 22, 23].reduce((sum, hour) => sum + (hours[hour] ?? 0), 0)
    assert.isTrue(night > 0 && night < 0.03 * thousand.calls, String(night))
    assert.strictEqual(hours[23], 0)
  })

  it("are twenty a user on a day, fewer on Fridays and hardly any on weekends", () => {
    const calls = 11_000
    const agoOf = Days.make(1, 100, calls)
    const days = range(8).map(() => 0)
    for (const call of range(calls)) {
      const day = Math.floor((agoOf(call) - 1) / 86_400_000)
      days[day] = (days[day] ?? 0) + 1
    }
    assert.deepStrictEqual(days, [2000, 2000, 2000, 60, 120, 1700, 2000, 1120])
  })

  it("are of a few users above all, of some not at all, and of pairs who know each other", () => {
    const calls = all(thousand)
    const { ofUser } = Workday.make(thousand)
    const totals = range(1000)
      .map((user) => ofUser(user).total)
      .toSorted((one, other) => other - one)
    const sum = (from: number, to: number) => totals.slice(from, to).reduce((all, total) => all + total, 0)
    assert.isAbove(sum(0, 100), 0.3 * sum(0, 1000))
    assert.isBelow(sum(500, 1000), 0.25 * sum(0, 1000))
    assert.strictEqual(totals.filter((total) => total === 0).length, 100)
    const pairs = new Map<string, number>()
    for (const { dialer, receiver } of calls) {
      const pair = [dialer, receiver].toSorted((one, other) => one - other).join(" ")
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
    const often = [...pairs.values()].filter((count) => count >= 4).reduce((all, count) => all + count, 0)
    assert.isTrue(often > 0.4 * calls.length && often < 0.9 * calls.length, String(often / calls.length))
    const thirds = calls.filter(({ third }) => third !== undefined).length / calls.length
    assert.isTrue(thirds > 0.07 && thirds < 0.1, String(thirds))
  })
})
