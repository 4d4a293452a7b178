import * as Schema from "effect/Schema"

import { CallId } from "./Calls/Call.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1Token } from "./Errors.ts"
import * as Group from "./Group.ts"
import { RawResponse } from "./RawResponse.ts"
import * as Wire from "./Wire.ts"

/** A person to invite to the caller's personal room. Source: interface §4.4, 10. */
export class Invitee extends Wire.Struct<Invitee>()({
  /** E-mail address that the invitation is sent to. */
  email: Schema.String,
  /** Name for the greeting. */
  name: Schema.String
}) {}

/** Contacts to invite to a running session. The interface does not say which fields are required. Source: interface §4.4, 11. */
export class SessionInvitation extends Wire.Struct<SessionInvitation>()({
  /** Id of the call, as in its field `session`. */
  call_id: Schema.optionalKey(CallId),
  /** Tokens of the contacts. */
  contact_tokens: Schema.optionalKey(Schema.Array(Wire.Secret)),
  /** Token of the inviting user. */
  user_token: Schema.optionalKey(Wire.Secret)
}) {}

const common = { errors: errorsV1Token, takesUserToken: true } as const

/** The invitations. Source: interface §4.4, 10-11. */
export const InvitationsGroup = Endpoint.group("Invitations", {
  /** Invites a person to the caller's personal room; `ErrorV1` 401 if the caller has none. Source: interface §4.4, 10. */
  personalRoom: Endpoint.post("/v1/personal_room/invite", { payload: Invitee, success: Wire.EmptyBody, ...common }),
  /** Invites contacts to a running session; `body` is the answer as received. Source: interface §4.4, 11. */
  session: Endpoint.post("/v1/session/invite", {
    payload: SessionInvitation,
    success: RawResponse(Schema.Never),
    ...common
  })
})

/** The texts of the invitations for documents. */
export const InvitationsDescription = {
  description: "Invitations to a personal room or to a running session, by e-mail.",
  operations: {
    personalRoom: {
      section: "§4.4, 10",
      summary: "Invite somebody to the caller's personal room",
      description: "By e-mail. A caller without a personal room is refused with 401.",
      takes: "Invitee",
      example: { email: "guest@example.com", name: "Guest" }
    },
    session: {
      section: "§4.4, 11",
      summary: "Invite contacts to a running session",
      description: "By e-mail. `call_id` and `contact_tokens` are needed.",
      takes: "SessionInvitation",
      example: { call_id: "call_00000000-0000-4000-8000-000000000003", contact_tokens: ["contact-102"] },
      answers: "EmptyObject"
    }
  }
} as const satisfies Descriptions<typeof InvitationsGroup>

/** Invites people to a personal room or to a running session. */
export class Invitations extends Group.Service<Invitations>()(InvitationsGroup) {}
