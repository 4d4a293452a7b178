import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as Caller from "../../run/caller.ts"
import { inV1 } from "../../run/wording.ts"
import * as Transitions from "./transitions.ts"

export const layer = HttpApiBuilder.group(Api, "Invitations", (handlers) =>
  handlers.handleAll({
    personalRoom: ({ payload }) =>
      inV1(Caller.act((world, caller, now) => Transitions.personalRoom(world, caller, payload, now))),
    session: ({ payload: { call_id, contact_tokens = [], user_token } }) => {
      const invitation = {
        callId: call_id,
        contactTokens: contact_tokens.map(Redacted.value),
        userToken: user_token === undefined ? undefined : Redacted.value(user_token)
      }
      return Effect.map(
        inV1(Caller.act((world, caller, now) => Transitions.session(world, caller, invitation, now))),
        (body) => ({ entry: Option.none(), body })
      )
    }
  })
)
