import { assert, layer } from "@effect/vitest"
import { Calls } from "@remote-assist/core/Calls"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import { Emulator } from "../src/library/Emulator.ts"

const region = Layer.unwrap(
  Effect.map(Emulator, ({ baseUrl, demo }) =>
    Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
  )
)

const asAda = Effect.gen(function* () {
  const { demo } = yield* Emulator
  const session = yield* Session
  yield* session.logIn({ email: demo.email, password: Redacted.make(demo.password) })
})

layer(Client.layer.pipe(Layer.provide(region), Layer.provideMerge(Emulator.layer({ users: 200, calls: 95 }))))(
  "the SDK on a list that changes during iteration",
  (it) => {
    const activeBut = (id: number) =>
      Effect.gen(function* () {
        const users = yield* EnterpriseUsers
        const { entries, total_entries } = yield* users.list({ filter: "active=true" })
        return total_entries - entries.filter((user) => user.id === id).length
      })

    const asAdmin = Effect.gen(function* () {
      yield* asAda
      const users = yield* EnterpriseUsers
      const [ada] = (yield* users.list({ filter: "username=ada" })).entries
      return ada?.id ?? assert.fail("there is no ada")
    })

    it.effect("deactivates every user while it iterates over the active ones", () =>
      Effect.gen(function* () {
        const own = yield* asAdmin
        const users = yield* EnterpriseUsers
        assert.isAbove(yield* activeBut(own), 150)
        yield* users.stream({ filter: "active=true" }).pipe(
          Stream.filter(({ id }) => id !== own),
          Stream.runForEach(({ id }) => users.deactivate(id))
        )
        assert.strictEqual(yield* activeBut(own), 0)
      })
    )

    it.effect("reactivates all users after collecting them", () =>
      Effect.gen(function* () {
        const own = yield* asAdmin
        const users = yield* EnterpriseUsers
        yield* users
          .stream({ filter: "active=false" }, { collectFirst: true })
          .pipe(Stream.runForEach(({ id }) => users.reactivate(id)))
        assert.isAbove(yield* activeBut(own), 150)
        assert.strictEqual((yield* users.list({ filter: "active=false" })).total_entries, 0)
      })
    )

    it.effect("iterates over all calls", () =>
      Effect.gen(function* () {
        yield* asAda
        const calls = yield* Calls
        const ids = yield* Stream.runCollect(Stream.map(calls.stream(), ({ session }) => session))
        assert.strictEqual(new Set(ids).size, ids.length)
        assert.strictEqual(ids.length, (yield* calls.list({ page_size: 1000 })).length)
        const pages = yield* Stream.runCollect(calls.pages({ page_size: 30 }))
        assert.strictEqual(pages.flat().length, ids.length)
      })
    )
  }
)
