import { assert, layer } from "@effect/vitest"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"

// the layer also provides the Http of the SDK
layer(Emulator.layer({ users: 1000, calls: 500 }))("the client", (it) => {
  it.effect("sees the clock a month later", () =>
    Effect.gen(function* () {
      const { advance, control, outbox } = yield* Emulator
      yield* advance("31 days")
      const { clock } = yield* control // loads the control plane
      assert.isFalse((yield* clock.read()).machine)
      assert.lengthOf(yield* outbox("us"), 2)
    })
  )
})
