import { assert, it } from "@effect/vitest"
import { EnterpriseUsers, UserId } from "@remote-assist/core/EnterpriseUsers"
import { ErrorV1R1 } from "@remote-assist/core/Errors"
import { Session } from "@remote-assist/core/Session"
import * as Testing from "@remote-assist/core/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The function to test: removes a user, and ignores an error of the service. */
const offboard = (id: UserId) =>
  EnterpriseUsers.pipe(
    Effect.flatMap((users) => users.remove(id)),
    Effect.catchTag("ErrorV1R1", () => Effect.void)
  )

const layer = Testing.layer({
  stubs: {
    EnterpriseUsers: {
      remove: ({ params }) => new ErrorV1R1({ code: 7, message: `No user ${params.user_id}`, errorName: "generic" })
    }
  }
})

it.effect("keeps a user that cannot be removed", () =>
  Effect.gen(function* () {
    yield* (yield* Session).logIn({ email: "ada@example.com", password: Redacted.make("any") })
    yield* offboard(UserId.make(7))
    const [, removal] = yield* (yield* Testing.Requests).all
    assert.deepStrictEqual(removal, { operation: "EnterpriseUsers.remove", params: { user_id: UserId.make(7) } })
  }).pipe(Effect.provide(layer))
)
