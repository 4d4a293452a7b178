import { Calls } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn } from "../../src/steps/people.ts"

export default scenario(
  "calls/reads-and-annotates-a-call",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const calls = yield* Calls
    const [listed] = yield* calls.list({ page_size: 1 })
    if (listed === undefined) return yield* Expect.atLeast("calls of the administrator", 0, 1)

    const before = yield* calls.read(listed.session)
    yield* Effect.addFinalizer(() => Effect.orDie(calls.annotate(listed.session, { alt1_id: before.alt1_id ?? "" })))
    yield* calls.annotate(listed.session, { alt1_id: "ticket 4711 / ü" })

    const after = yield* calls.read(listed.session)
    yield* Expect.equal("the id noted on the call", after.alt1_id, "ticket 4711 / ü")
    yield* Expect.equal("its other note", after.extra_info, before.extra_info)
    const tooLong = calls.annotate(listed.session, { alt1_id: "x".repeat(513) })
    yield* Expect.failure("an id of 513 characters", tooLong, "InvalidRequest")
  })
)
