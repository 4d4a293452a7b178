import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { toErrorV1 } from "../../../wire/serviceErrors.ts"
import { user } from "../../run/actors.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1 = run(user, toErrorV1)

export const layer = HttpApiBuilder.group(Api, "Invitations", (handlers) =>
  handlers.handleAll({
    personalRoom: ({ payload }) =>
      v1((context) => Transitions.personalRoom(context, payload)).pipe(
        Effect.map((answer) => (answer === "empty" ? undefined : HttpServerResponse.jsonUnsafe({})))
      ),
    session: ({ payload: { call_id, contact_tokens = [], user_token } }) => {
      const invitation = {
        callId: call_id,
        contactTokens: contact_tokens.map(Redacted.value),
        userToken: user_token === undefined ? undefined : Redacted.value(user_token)
      }
      return v1((context) => Transitions.session(context, invitation)).pipe(
        Effect.map((body) => ({ entry: Option.none(), body }))
      )
    }
  })
)
