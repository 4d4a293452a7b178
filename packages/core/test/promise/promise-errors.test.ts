import { spawnSync } from "node:child_process"
import { inspect, types } from "node:util"

import { assert, describe, expect, it } from "vitest"

import * as Core from "../../src/Errors.ts"
import * as promise from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, usual } from "./service.ts"
import type { Answer } from "./service.ts"

const refusing =
  (status: number, body: unknown): Answer =>
  (seen, response) => {
    if (seen.path.endsWith("/auth")) return usual(seen, response)
    response.statusCode = status
    return body
  }

const refused = refusing(400, { code: 7, message: "No user 7", name: "generic" })

describe("errors of the promise form", () => {
  it("are instances of the classes it exports, and have their names", async () => {
    const { remote } = await loggedIn(refused)
    const error = await rejection(remote.enterpriseUsers.remove(7))
    assert.instanceOf(error, promise.ErrorV1R1)
    assert.instanceOf(error, Error)
    assert.notInstanceOf(error, promise.ErrorV1)
    assert.strictEqual(error.name, "ErrorV1R1")
    assert.strictEqual(error._tag, "ErrorV1R1")
    assert.isTrue(promise.isNotFoundOrNoAccess(error))
    await expect(remote.enterpriseUsers.remove(7)).rejects.toThrow(promise.ErrorV1R1)
  })

  it("are instances of the classes of another copy of the SDK", () => {
    const ofAnotherCopy = Object.assign(new Error("No user 7"), { _tag: "ErrorV1R1", code: 7 })
    assert.instanceOf(ofAnotherCopy, promise.ErrorV1R1)
    assert.instanceOf(ofAnotherCopy, Core.ErrorV1R1)
    assert.notInstanceOf(ofAnotherCopy, Core.ErrorV1)
    assert.notInstanceOf({ _tag: "ErrorV1R1" }, Core.ErrorV1R1)
  })

  it("have a class each", () => {
    for (const [name, Class] of Object.entries<any>(Core)) {
      if (typeof Class !== "function" || !/^[A-Z]/.test(name) || !(Class.prototype instanceof Error)) continue
      assert.instanceOf(Object.assign(new Error(name), { _tag: name }), Class, name)
      assert.notInstanceOf(new Error(name), Class, name)
    }
  })

  it("have the caller in their stack, and nothing of Effect or of the SDK", async () => {
    const { remote } = await loggedIn(refused)
    const removesTheUser = () => remote.enterpriseUsers.remove(7)
    const walksTheUsers = () => remote.enterpriseUsers.stream()[Symbol.asyncIterator]().next()
    const misspells = () => promise.connect({ nmae: "us" } as never)
    for (const [caller, call] of Object.entries({ removesTheUser, walksTheUsers, misspells })) {
      const { message, name, stack } = await rejection(call())
      assert.include(stack, caller)
      assert.isTrue(stack.startsWith(`${name}: ${message}\n    at `), stack)
      assert.notMatch(stack, /node_modules\/effect|core\/src/)
    }
  })

  it.each<[string, typeof promise.ErrorV1 | typeof promise.SessionEnded, Answer | undefined]>([
    ["nobody is logged in", promise.SessionEnded, undefined],
    ["a renewal that all wait for fails", promise.ErrorV1, refusing(500, { code: 9, message: "Down" })],
    ["a renewal that all wait for is refused", promise.SessionEnded, refusing(401, { code: 9, message: "No" })]
  ])("are each caller's own where %s", async (_, Class, answer) => {
    const { remote } = await clientOf(answer)
    const token = `${btoa('{"alg":"none"}')}.${btoa('{"exp":1}')}.x`
    if (answer !== undefined) await remote.session.start({ token, refresh: "refresh-1" })
    const callsFirst = () => remote.enterpriseUsers.list()
    const callsSecond = () => remote.pods.list()
    const [first, second] = await Promise.all([rejection(callsFirst()), rejection(callsSecond())])
    const later = await rejection(callsFirst())
    assert.strictEqual(first._tag, second._tag)
    assert.notStrictEqual(first, second)
    for (const error of [first, second, later]) {
      assert.isTrue(error instanceof Class)
      assert.isTrue(types.isNativeError(error))
      assert.strictEqual(error.name, error._tag)
    }
    for (const [error, caller] of [
      [first, "callsFirst"],
      [second, "callsSecond"],
      [later, "callsFirst"]
    ])
      assert.include(error.stack, caller)
    assert.notInclude(first.stack, "callsSecond")
    assert.notInclude(second.stack, "callsFirst")
  })

  it("are shown as other errors are: with message, stack and fields", async () => {
    const { remote } = await loggedIn(refused)
    const shown = inspect(await rejection(remote.enterpriseUsers.remove(7)))
    assert.match(shown, /^ErrorV1R1: No user 7\n {4}at [^]+status: 400/)
  })

  it.each([
    ["an invalid setting", "await connect({})"],
    ["a call", "await remote.pods.list()"],
    ["a list", "for await (const user of remote.enterpriseUsers.stream()) console.log(user)"]
  ])("show the line of the caller above the uncaught error of %s", (_, line) => {
    const program = `import { connect } from ${JSON.stringify(new URL("../../src/promise.ts", import.meta.url).href)}
const remote = await connect({ name: "us", baseUrl: "http://127.0.0.1:1", apiKey: "key-1" })
${line}`
    const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" })
    assert.match(stderr, /(?:InvalidSettings|SessionEnded): /)
    assert.strictEqual(stderr.split("\n")[1], line)
  })

  it("narrow by their class and by their tag", async () => {
    const { remote } = await clientOf()
    const error: unknown = await rejection(remote.enterpriseUsers.list())
    assert.instanceOf(error, promise.SessionEnded)
    const reason: string = error instanceof promise.SessionEnded ? error.reason : ""
    assert.include(reason, "logged in")
  })

  it("can be made, for a test of one's own", () => {
    const error = new promise.ErrorV1({ status: 401, code: 1, message: "No", method: "GET", path: "/" })
    assert.strictEqual(error.status, 401)
    assert.instanceOf(error, promise.ErrorV1)
  })

  it("leave nothing unhandled if only the response is waited for", async () => {
    const unhandled: Array<unknown> = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on("unhandledRejection", note)
    const { remote } = await loggedIn(refused)
    await rejection(remote.enterpriseUsers.remove(7).withResponse())
    await new Promise((resolve) => setImmediate(resolve))
    process.off("unhandledRejection", note)
    assert.deepStrictEqual(unhandled, [])
  })
})
