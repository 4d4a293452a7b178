import { assert, describe, it } from "vitest"

import { connect, connectTo } from "../../src/promise.ts"
import { loggedIn, rejection } from "./service.ts"

const slip = new Error("the program's own")

const settings = { name: "us", baseUrl: "https://us.example.com", apiKey: "key-1" }

describe("an argument that throws when it is read rejects the call", () => {
  it.each<[string, () => unknown]>([
    [
      "connect",
      () =>
        connect({
          ...settings,
          get name(): never {
            throw slip
          }
        })
    ],
    [
      "connectTo",
      () =>
        connectTo(
          Object(settings),
          new Proxy(
            {},
            {
              ownKeys: () => {
                throw slip
              }
            }
          )
        )
    ]
  ])("what settings throw when they are read rejects: %s", async (_, misuse) => {
    assert.strictEqual(await rejection(Promise.resolve(misuse())), slip)
  })

  it.each<[string, (remote: any, throwing: object) => PromiseLike<unknown>]>([
    ["a call", (remote, throwing) => remote.enterpriseUsers.list(throwing)],
    ["its options", (remote, throwing) => remote.enterpriseUsers.list({}, throwing)],
    ["a walk", (remote, throwing) => remote.enterpriseUsers.stream(throwing)[Symbol.asyncIterator]().next()],
    ["a request", (remote, throwing) => remote.request("GET", "/v1/contacts", throwing)]
  ])("what input throws when it is read rejects: %s", async (_, misuse) => {
    const { remote, seen } = await loggedIn()
    const throwing = Object.defineProperty({}, "filter", {
      enumerable: true,
      get: () => {
        throw slip
      }
    })
    assert.strictEqual(await rejection(misuse(remote, throwing)), slip)
    assert.strictEqual(seen.length, 0)
  })
})
