import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import * as Client from "../../src/Client.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import * as HttpNode from "../../src/HttpNode.ts"
import * as Page from "../../src/Page.ts"
import * as RedisWorkers from "../../src/RedisWorkers.ts"
import { Region } from "../../src/Region.ts"
import { Session } from "../../src/Session.ts"
import { run } from "../support/child.ts"
import { listen } from "../support/listen.ts"
import { hasRedis, startRedis } from "../support/redis.ts"

const encryptionKey = Redacted.make(Buffer.alloc(32, 7).toString("base64"))

const pageSize = 100

/** A service with so many users. `onPage` sees the number of each requested page. */
const service = (total: number, onPage: (page: number) => void) =>
  listen((request, response) => {
    const page = Number(new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("page"))
    onPage(page)
    const entries = Array.from({ length: pageSize }, (_, index) => ({ id: (page - 1) * pageSize + index + 1 }))
    const answer = { entries, total_entries: total, total_pages: total / pageSize, page, page_size: pageSize }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
  })

/** Tests a list of so many users that so many workers read. */
export const testWorkers = (size: number, total: number) =>
  describe.skipIf(!hasRedis)(`a list that ${size} worker processes read`, () => {
    it.live(
      `has each of its ${total} users once, although two workers are killed`,
      () =>
        Effect.gen(function* () {
          const redis = yield* startRedis
          const workers = yield* Effect.forEach(
            Array.from({ length: size }),
            () => run("redis-worker.ts", redis.url, Redacted.value(encryptionKey)),
            { concurrency: size }
          )
          yield* Effect.forEach(workers, ({ line }) => Effect.map(line, (line) => assert.strictEqual(line, "ready")))
          const pages: Array<number> = []
          const { origin } = yield* service(total, (page) => {
            pages.push(page)
            if (pages.length === (total / pageSize) * 0.3) Effect.runSync(workers[0]?.signal("SIGKILL") ?? Effect.void)
            if (pages.length === (total / pageSize) * 0.6) Effect.runSync(workers[1]?.signal("SIGKILL") ?? Effect.void)
          })
          const layerClient = Client.layer.pipe(
            Layer.provide(Region.layer({ name: "us", baseUrl: origin, apiKey: Redacted.make("key-1") })),
            // the client sends nothing itself
            Layer.provide(RedisWorkers.layer({ encryptionKey, concurrency: 0 }, HttpNode.layer)),
            Layer.provide(redis.layer)
          )
          const ids = yield* Effect.gen(function* () {
            yield* Session.use(({ start }) => start({ token: Redacted.make("token-1") }))
            const users = yield* EnterpriseUsers
            const read = yield* Page.readAhead((page) => users.list({ page, page_size: pageSize }), 32)
            return yield* Stream.runCollect(Stream.map(Page.stream(read), ({ id }) => id))
          }).pipe(Effect.provide(layerClient))
          assert.deepStrictEqual(
            ids,
            Array.from({ length: total }, (_, index) => index + 1)
          )
          assert.strictEqual(yield* workers[0]?.line ?? Effect.succeed(""), "ended with SIGKILL")
          assert.strictEqual(yield* workers[1]?.line ?? Effect.succeed(""), "ended with SIGKILL")
          // the pages of a killed worker are read again, and no others
          assert.strictEqual(new Set(pages).size, total / pageSize)
          assert.isAtMost(pages.length, total / pageSize + 2 * 4)
        }),
      60_000
    )
  })
