import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { toErrorV1 } from "../../../wire/serviceErrors.ts"
import { user } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run, shownAs } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1 = run(user, toErrorV1)

export const handlers: Handlers<"Invitations"> = {
  personalRoom: ({ payload }) =>
    shownAs(
      v1((context) => Transitions.personalRoom(context, payload)),
      (answer) => (answer === "empty" ? undefined : HttpServerResponse.jsonUnsafe({}))
    ),
  session: ({ payload: { call_id, contact_tokens = [], user_token } }) => {
    const invitation = {
      callId: call_id,
      contactTokens: contact_tokens.map(Redacted.value),
      userToken: user_token === undefined ? undefined : Redacted.value(user_token)
    }
    return shownAs(
      v1((context) => Transitions.session(context, invitation)),
      (body) => ({ entry: Option.none(), body })
    )
  }
}
