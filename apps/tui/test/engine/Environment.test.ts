import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { Http, HttpFetch, Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { expect, onTestFinished, test } from "vitest"

import { Environment } from "../../src/engine/Environment.ts"
import { emulator } from "../support/service.ts"

const environment = (baseUrl: string, http: Layer.Layer<Http.Http> = HttpFetch.layer) =>
  Environment.layer.pipe(
    Layer.provide([Region.Region.layer({ name: "us", baseUrl, apiKey: Redacted.make("the-api-key") }), http])
  )

const kindAt = (baseUrl: string) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { find, kind } = yield* Environment
      expect(kind.get()).toBe("unknown")
      const [found, again] = [yield* find, yield* find]
      expect([again, kind.get()]).toEqual([found, found])
      return found
    }).pipe(Effect.provide(environment(baseUrl)))
  )

const served = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const requests: Array<{ readonly url: string | undefined; readonly headers: string }> = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: JSON.stringify(request.headers) })
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((done) => server.close(() => done()))
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

test("recognizes an emulator, also of a tenant", async () => {
  const { baseUrl, tenant } = await emulator(4)
  expect(await kindAt(baseUrl.us)).toBe("emulator")
  expect(await kindAt(`${baseUrl.eu}/api`)).toBe("emulator")
  expect(await kindAt(tenant("team-a").baseUrl.us)).toBe("emulator")
})

const list = (url: string) => JSON.stringify({ addresses: [{ method: "GET", url, what: "that the emulator answers" }] })

test.each([
  ["a page", 200, "text/html", list("http://x/__mock/health")],
  ["a page that says it is JSON", 200, "application/json", "<html></html>"],
  ["other JSON", 200, "application/json", '{"addresses":[]}'],
  ["JSON without end", 200, "application/json", `${" ".repeat(200_000)}${list("http://x/__mock/health")}`],
  ["what is not found", 404, "application/json", list("http://x/__mock/health")]
])("takes %s for the live service", async (_, status, type, body) => {
  const { address, requests } = await served((_, response) => {
    response.writeHead(status, { "content-type": type })
    response.end(body)
  })
  expect(await kindAt(address)).toBe("live")
  expect(requests).toHaveLength(1)
})

test("sends one request, follows no redirect, and sends no secret", async () => {
  const { baseUrl } = await emulator(4)
  const { address, requests } = await served((_, response) => {
    response.writeHead(302, { location: new URL("/__mock", baseUrl.us).href })
    response.end()
  })
  expect(await kindAt(`${address}/deep/us/api`)).toBe("live")
  expect(requests.map(({ url }) => url)).toEqual(["/deep/__mock"])
  expect(requests[0]?.headers).not.toMatch(/the-api-key|authorization|api-key|cookie/i)
})

test("returns unknown if the request fails", async () => {
  const failing = await served((_, response) => {
    response.writeHead(503)
    response.end()
  })
  expect(await Promise.all([failing.address, "http://127.0.0.1:1"].map(kindAt))).toEqual(["unknown", "unknown"])
})

test("returns unknown after two seconds without a response, and requests it again", async () => {
  let requests = 0
  const silent = Layer.succeed(Http.Http, {
    exchange: () =>
      Effect.andThen(
        Effect.sync(() => requests++),
        Effect.never
      )
  })
  const asking = Effect.gen(function* () {
    const { find } = yield* Environment
    for (const expected of [1, 2]) {
      const fiber = yield* Effect.forkChild(find)
      yield* TestClock.adjust("1999 millis")
      expect([requests, fiber.pollUnsafe()]).toEqual([expected, undefined])
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.join(fiber)).toBe("unknown")
    }
  })
  await Effect.runPromise(Effect.provide(asking, [environment("http://127.0.0.1:1", silent), TestClock.layer()]))
})
