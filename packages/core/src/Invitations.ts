import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import { Acknowledged } from "./Acknowledged.ts"
import { CallId } from "./Calls/Call.ts"
import * as Credentials from "./Credentials.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1Token } from "./Errors.ts"
import type { CallError, ErrorText, ErrorV1, SessionError } from "./Errors.ts"
import * as Methods from "./Methods.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"
import * as Wire from "./Wire.ts"

/** Whom to invite to one's personal room. Source: interface §4.4, 10. */
export const Invitee = Schema.Struct({
  /** Where the invitation goes. */
  email: Schema.String,
  /** Whom it greets. */
  name: Schema.String
})
export type Invitee = typeof Invitee.Type

/** Whom to invite to a running session. Which fields are required is not described. Source: interface §4.4, 11. */
export const SessionInvitation = Schema.Struct({
  /** Id of the call, as its field `session` has it. */
  call_id: Schema.optionalKey(CallId),
  /** Tokens of the contacts to invite. */
  contact_tokens: Schema.optionalKey(Schema.Array(Wire.Secret)),
  /** Token of the user who invites. */
  user_token: Schema.optionalKey(Wire.Secret)
})
export type SessionInvitation = typeof SessionInvitation.Type

const own = { errors: errorsV1Token, takesUserToken: true } as const

/** The invitations. Source: interface §4.4, 10-11. */
export const InvitationsGroup = Endpoint.group("Invitations", {
  personalRoom: Endpoint.post("/v1/personal_room/invite", { payload: Invitee, success: Wire.Nothing, ...own }),
  session: Endpoint.post("/v1/session/invite", {
    payload: SessionInvitation,
    success: Acknowledged(Schema.Never),
    ...own
  })
})

/** What documents say of the invitations. */
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

type Failure = ErrorV1 | ErrorText | SessionError | CallError

/** Invites people to a personal room or to a running session. */
export class Invitations extends Context.Service<
  Invitations,
  {
    /** Invites somebody to the caller's personal room; {@link ErrorV1} 401 without one. Source: interface §4.4, 10. */
    readonly personalRoom: (invitee: Invitee) => Effect.Effect<void, Failure>
    /** Invites contacts to a running session; `body` is the answer as it came. Source: interface §4.4, 11. */
    readonly session: (invitation: SessionInvitation) => Effect.Effect<Acknowledged<never>, Failure>
  }
>()("@remote-assist/core/Invitations") {
  static readonly layer: Layer.Layer<Invitations, never, Transport | Region | UserToken> = Layer.effect(
    Invitations,
    Effect.map(Methods.make(InvitationsGroup, Credentials.add), (api) =>
      Invitations.of({
        personalRoom: (payload) => api.personalRoom({ payload }),
        session: (payload) => api.session({ payload })
      })
    )
  )
}
