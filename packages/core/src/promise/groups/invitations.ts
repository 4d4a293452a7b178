import * as Core from "../../Invitations.ts"
import type { CallOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Acknowledged } from "../Page.ts"
import type { Secret } from "../Secret.ts"

/** Whom to invite to one's personal room. */
export interface Invitee {
  /** Where the invitation goes. */
  readonly email: string
  /** Whom it greets. */
  readonly name: string
}

/** Whom to invite to a running session. Which fields are required is not described. */
export interface SessionInvitation {
  /** Id of the call, as its field `session` has it. */
  readonly call_id?: string | undefined
  /** Tokens of the contacts to invite. */
  readonly contact_tokens?: ReadonlyArray<string | Secret> | undefined
  /** Token of the user who invites. */
  readonly user_token?: string | Secret | undefined
}

/** Invites people to a personal room or to a running session. */
export interface Invitations {
  /** Invites somebody to the caller's personal room, by e-mail. A caller without one gets `ErrorV1` 401. */
  readonly personalRoom: (invitee: Invitee, options?: CallOptions) => CallPromise<void>
  /** Invites contacts to a running session. What the service answers is not described: `body` is what came. */
  readonly session: (invitation: SessionInvitation, options?: CallOptions) => CallPromise<Acknowledged<never>>
}

const of = Group.of(Core.InvitationsGroup)

/** The group of the invitations, for `connectTo`. */
export const invitations: Group.Group<Invitations> = Group.make<Invitations>()(
  Core.Invitations,
  Core.Invitations.layer,
  "Invitations",
  {
    personalRoom: of.call("personalRoom", of.body("personalRoom", "the invitee")),
    session: of.call("session", of.body("session", "the invitation"))
  }
)
