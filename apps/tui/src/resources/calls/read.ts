import { Calls, Session } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import { userIdIn } from "../../Subject.ts"
import type { CallRow } from "./CallRow.ts"

/** The number of who is logged in, where their token tells it. */
export const me = Effect.flatMap(Session.Session, ({ token }) =>
  Effect.match(token, { onSuccess: userIdIn, onFailure: () => undefined })
)

/** One call as the service has it now. */
export const read = (id: Calls.CallId) =>
  Effect.flatMap(
    Effect.flatMap(Calls.Calls, (calls) => calls.read(id)),
    (call) => Effect.map(me, (me): CallRow => ({ ...call, me }))
  )
