import { inspect } from "node:util"

import { assert, describe, expect, expectTypeOf, it } from "vitest"

import { ControlApi } from "../../src/library/Control.ts"
import { startEmulator } from "../../src/library/promise.ts"

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (reason: unknown) => String(reason)
  )

const at = new Date("2030-01-01T00:00:00.000Z")

const logIn = {
  method: "POST",
  headers: { "x-service-api-key": "demo-api-key", "content-type": "application/json" },
  body: JSON.stringify({ email: "ada@example.com", password: "correct-horse" })
}

describe("the promise API of the control plane", () => {
  it("calls every method of the typed client", async () => {
    await using emulator = await startEmulator()
    const control: Readonly<Record<string, Readonly<Record<string, unknown>>>> = emulator.control
    for (const [group, { endpoints }] of Object.entries(ControlApi.groups))
      for (const name of Object.keys(endpoints)) assert.isFunction(control[group]?.[name], `${group}.${name}`)
  })

  it("rejects an unknown method, with the most similar name", async () => {
    await using emulator = await startEmulator()
    const control: any = emulator.control
    assert.strictEqual(await refused(control.clok.read()), "TypeError: There is no control.clok. Did you mean clock?")
    assert.strictEqual(
      await refused(control.clock.chnage()),
      "TypeError: There is no control.clock.chnage. Did you mean change?"
    )
    assert.strictEqual(await refused(control.outbox.xyz()), "TypeError: There is no control.outbox.xyz.")
  })

  it("can be awaited, printed and compared", async () => {
    await using emulator = await startEmulator()
    const { control } = emulator
    assert.strictEqual(await Promise.resolve(control), control)
    assert.isString(inspect(control))
    assert.strictEqual(JSON.stringify(control.clock), "{}")
    expect(control).toEqual(control)
  })

  it("rejects a parameter that would change the path before sending it", async () => {
    await using emulator = await startEmulator()
    const { control } = emulator
    await control.faults.make({ payload: { operations: ["*"], latency: { fixed: 1 } } })
    for (const id of ["", ".", ".."])
      for (const call of [control.faults.remove, control.gaps.read, control.gaps.reset])
        assert.include(await refused(call({ params: { id } })), "TypeError: The request of control.")
    assert.lengthOf(await control.faults.list(), 1)
  })

  it("needs no argument when every field is optional", async () => {
    await using emulator = await startEmulator()
    await emulator.fetch(`${emulator.baseUrl.us}/api/v1r1/auth`, logIn)
    const { journal, outbox, state } = emulator.control
    const [entry] = await journal.list()
    assert.strictEqual(entry?.operation, "Auth.logInV1R1")
    assert.include(await journal.curl({ params: { id: entry?.id ?? 0 } }), "curl")
    assert.isObject(await journal.har())
    assert.lengthOf(await outbox.list(), 2)
    assert.hasAllKeys(await state.diff(), ["us", "eu"])
    assert.strictEqual((await state.undo()).count, 1)
    assert.deepStrictEqual(await state.reset(), { reset: "default" })
    // @ts-expect-error a required parameter of the path
    assert.isString(await refused(journal.read({})))
  })

  it("takes and returns dates, and durations as milliseconds or text", async () => {
    await using emulator = await startEmulator()
    const { clock, faults, journal, outbox, state, tenants } = emulator.control
    assert.deepStrictEqual((await clock.change({ payload: { set: at, scale: 0 } })).now, at)
    const later = await clock.change({ payload: { advance: "1 hour" } })
    assert.deepStrictEqual(later.now, new Date("2030-01-01T01:00:00.000Z"))
    assert.deepStrictEqual((await clock.change({ payload: { advance: 1 } })).now.getTime(), later.now.getTime() + 1)
    const payload = { operations: ["Calls.list"], does: { kind: "reset" }, ttl: "1 hour" } as const
    const { fault, until } = await faults.make({ payload })
    assert.strictEqual(fault.ttl, 3_600_000)
    assert.deepStrictEqual(until, new Date("2030-01-01T02:00:00.001Z"))
    await faults.make({ payload: fault })
    await faults.clear()
    assert.deepStrictEqual((await state.take({ params: { name: "now" } })).taken_at, new Date(later.now.getTime() + 1))
    for (const { last_used_at } of await tenants.list()) assert.instanceOf(last_used_at, Date)
    for (const mail of await outbox.list({ query: {} })) assert.instanceOf(mail.at, Date)
    await emulator.fetch(`${emulator.baseUrl.us}/api/v1r1/auth`, logIn)
    const [entry] = await journal.list({ query: {} })
    assert.instanceOf(entry?.arrived_at, Date)
    assert.deepStrictEqual((await clock.change({ payload: { set: at.toJSON(), scale: 0 } })).now, at)
    assert.deepStrictEqual(await state.load({ payload: await state.save() }), { loaded: "default" })
    expectTypeOf(clock.read).returns.resolves.toEqualTypeOf<{
      readonly now: Date
      readonly scale: number
      readonly machine: boolean
    }>()
  })

  it("returns dates in streams", async () => {
    await using emulator = await startEmulator()
    const iterator = (await emulator.control.journal.stream())[Symbol.asyncIterator]()
    const next = iterator.next()
    await emulator.fetch(`${emulator.baseUrl.us}/api/v1r1/auth`, logIn)
    const { value } = await next
    assert.instanceOf(value.at, Date)
    await iterator.return?.()
  })

  it("rejects an invalid date or duration in one sentence", async () => {
    await using emulator = await startEmulator()
    const { clock } = emulator.control
    assert.include(
      await refused(clock.change({ payload: { set: new Date("noon") } })),
      "Invalid Date is not a date-time."
    )
    assert.strictEqual(
      await refused(clock.change({ payload: { set: "noon" } })),
      'RangeError: "noon" is not a date-time. Use a Date, or a date-time, such as 2026-01-01T12:00:00Z.'
    )
    assert.include(
      await refused(clock.change({ payload: { advance: "2 parsecs" as never } })),
      '"2 parsecs" is not a duration'
    )
  })

  it.each([
    [Number.NaN, "NaN is not a duration"],
    [new Date(5), "is not a duration"],
    [{}, "{} is not a duration"],
    [null, "null is not a duration"]
  ])("rejects %s as a duration in every parameter", async (time: any, says) => {
    await using emulator = await startEmulator()
    const { clock, faults } = emulator.control
    const { now } = await clock.change({ payload: { set: at, scale: 0 } })
    const does = { kind: "reset" } as const
    for (const call of [
      emulator.advance(time),
      emulator.waitForMail({ timeout: time }),
      clock.change({ payload: { advance: time } }),
      faults.make({ payload: { operations: ["*"], does, ttl: time } })
    ])
      assert.include(await refused(call), says)
    assert.deepStrictEqual((await clock.read()).now, now)
  })

  it("rejects a negative timeout", async () => {
    await using emulator = await startEmulator()
    assert.include(await refused(emulator.waitForMail({ timeout: -1 })), "a duration of at most 1 minute")
    assert.include(await refused(emulator.advance(Infinity)), "Infinity is not a duration.")
  })

  it("shows the caller of a failed call, without the code of the emulator's runtime", async () => {
    await using emulator = await startEmulator()
    const { faults, outbox } = emulator.control
    const invalid: any = { nope: 1 }
    for (const call of [
      () => faults.make({ payload: invalid }),
      () => outbox.wait({ query: { to: "nobody@example.com", timeout: 0 } }),
      () => emulator.advance(Number.NaN)
    ]) {
      const { stack = "" } = await call().then(
        () => assert.fail("it succeeds"),
        (error) => error
      )
      assert.match(stack.split("\n    at ", 2)[1], /control\.test\.ts/)
      assert.notInclude(stack, "effect/src")
    }
  })

  it("rejects a misspelt field by its name", async () => {
    await using emulator = await startEmulator()
    const { clock, gaps, outbox } = emulator.control
    const misspelt: any = { change: clock.change, list: outbox.list, gap: gaps.read }
    for (const [call, says] of [
      [
        misspelt.change({ paylod: { scale: 0 } }),
        'control.clock.change has no parameter "paylod". A request is an object with'
      ],
      [misspelt.change({ payload: { scale: 0 }, xyz: 1 }), 'has no parameter "xyz"'],
      [
        misspelt.change({ payload: { scael: 0 } }),
        "TypeError: The request of control.clock.change is invalid: scael: unknown field; the fields are "
      ],
      [misspelt.change("scale"), 'control.clock.change has no parameter "scale".'],
      [
        misspelt.list({ query: { form: "a" } }),
        "The request of control.outbox.list is invalid: form: unknown field; the fields are region, to, kind, after."
      ],
      [
        misspelt.gap({ params: { id: "auth.password", idd: 1 } }),
        "The request of control.gaps.read is invalid: idd: unknown field; the fields are id."
      ]
    ] as const)
      assert.include(await refused(call), says)
    assert.isTrue((await clock.read()).machine)
  })
})
