import { assert, layer } from "@effect/vitest"
import { Client, EnterpriseUsers, Region, Session } from "@remote-assist/core"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const region = Layer.unwrap(
  Effect.map(Emulator, ({ baseUrl, demo }) =>
    Region.Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
  )
)

const services = Client.layer.pipe(Layer.provide(region), Layer.provideMerge(Emulator.layer({ users: 1000 })))

layer(services)("the SDK in a test with Effect", (it) => {
  it.effect("reads users, and renews its session when the clock advances", () =>
    Effect.gen(function* () {
      const { advance, control, demo } = yield* Emulator
      const session = yield* Session.Session
      const users = yield* EnterpriseUsers.EnterpriseUsers
      yield* session.logIn({ email: demo.email, password: Redacted.make(demo.password) })
      yield* advance("31 days")
      assert.strictEqual((yield* users.list()).total_entries, 1000)
      const { clock } = yield* control
      assert.isFalse((yield* clock.read()).machine)
    })
  )
})
