import type { Invitee } from "@remote-assist/core/Invitations"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { contactId } from "../../world/calls/answers.ts"
import * as Calls from "../../world/calls/Calls.ts"
import type { Call } from "../../world/calls/Calls.ts"
import { sendMail } from "../../world/model/World.ts"
import type { CallerContext, TransitionResult, World } from "../../world/model/World.ts"
import { badInput, reject, resultFn, serviceError } from "../../world/ServiceError.ts"
import type { Checked } from "../../world/ServiceError.ts"
import { parseEmail } from "../../world/users/User.ts"
import type { User } from "../../world/users/User.ts"
import * as Users from "../../world/users/Users.ts"
import { authenticate, callerOf, principalOf } from "../authenticate.ts"
import { mapAnswer } from "../operation.ts"
import type { Handlers } from "../operation.ts"
import { findCall as findCallById } from "./Calls.ts"

const roomOf = ({ caller, option }: CallerContext) =>
  option("invitation.personal-room") === "every user"
    ? { url: `https://room.example/${caller.entry.username}` }
    : undefined

/** Sends an e-mail that invites to the personal room of the caller. */
export const personalRoom: (context: CallerContext, input: Invitee) => TransitionResult<"empty" | "{}"> = resultFn(
  function* (context, { email, name }) {
    const { caller, option, now, world } = context
    const room = caller.personalRoom ?? roomOf(context)
    if (room === undefined) return yield* reject("permission", `${caller.entry.name} has no personal room.`)
    const to = yield* parseEmail(email)
    if (name.trim() === "") return yield* badInput("The field name is empty.")
    const choice = option("invitation.personal-room-answer")
    const subject = `${caller.entry.name} invites you, ${name}, to a personal room`
    return [
      sendMail(world, { kind: "personal-room", to, at: now, subject, url: room.url }),
      choice === "{} for tokens of entries" ? (context.hasListedToken === true ? "{}" : "empty") : choice
    ]
  }
)

/** An invitation to a session, from the user of `userToken` or else from the caller. */
interface SessionInvitation {
  readonly callId: string | undefined
  readonly contactTokens: ReadonlyArray<string>
  readonly userToken: string | undefined
}

const inviterOf = (context: CallerContext, userToken: string | undefined) =>
  userToken === undefined
    ? Result.succeed(context.caller)
    : Result.flatMap(authenticate(context, userToken), (authenticated) => callerOf(principalOf(authenticated))).pipe(
        // "expired" is only for the token of the caller, which a client can renew
        Result.mapError(({ message }) => serviceError("token", `The user_token does not work. ${message}`))
      )

const contactOf = (world: World, token: string): Checked<User> =>
  Result.fromOption(
    Option.flatMap(Option.fromUndefinedOr(contactId(token)), (id) => Users.byId(world.users, id)),
    () => serviceError("notFound", `No contact has the token ${JSON.stringify(token)}.`)
  )

/** Finds the call of an invitation, by default the latest call of the caller if that is allowed. */
const findCall = (context: CallerContext, callId: string | undefined): Checked<Call> => {
  const { caller, option, world } = context
  if (callId !== undefined) return findCallById(context, callId)
  if (option("invitation.session-required") === "call_id and contact_tokens")
    return badInput("The field call_id is missing.")
  const { at, total } = Calls.ofUser(world.calls, caller.entry.id)
  return total === 0 ? reject("notFound", "You have had no call yet.") : Result.succeed(Calls.at(world.calls, at(0)))
}

/** Sends e-mails that invite contacts to a running session. */
export const session: (context: CallerContext, input: SessionInvitation) => TransitionResult<unknown> = resultFn(
  function* (context, { callId, contactTokens, userToken }) {
    const { option, now, world } = context
    if (contactTokens.length === 0) return yield* badInput("The field contact_tokens is missing or empty.")
    const { entry } = yield* inviterOf(context, userToken)
    const call = yield* findCall(context, callId)
    const id = Calls.idOf(world.calls, call.position)
    if (call.endedAt !== undefined && option("invitation.session-call") === "running")
      return yield* reject("notFound", `The call ${id} is over.`)
    const contacts = yield* Result.all(Array.from(new Set(contactTokens), (token) => contactOf(world, token)))
    const mail = {
      kind: "session",
      at: now,
      subject: `${entry.name} invites you to a session`,
      token: id,
      url: `https://session.example/${id}`
    } as const
    const addresses = new Set(contacts.map(({ entry }) => entry.email))
    const next = Array.from(addresses).reduce((world, to) => sendMail(world, { ...mail, to }), world)
    const invited = contacts.map(({ entry }) => entry.id)
    const calls = Calls.inviting(next.calls, call.position, invited, now)
    return [calls === next.calls ? next : { ...next, calls }, option("invitation.session-answer")]
  }
)

export const handlers: Handlers<"Invitations", CallerContext> = {
  personalRoom: (context, { payload }) =>
    mapAnswer(personalRoom(context, payload), (answer) =>
      answer === "empty" ? undefined : HttpServerResponse.jsonUnsafe({})
    ),
  session: (context, { payload: { call_id, contact_tokens = [], user_token } }) => {
    const invitation = {
      callId: call_id,
      contactTokens: contact_tokens.map(Redacted.value),
      userToken: user_token === undefined ? undefined : Redacted.value(user_token)
    }
    return mapAnswer(session(context, invitation), (body) => ({ entry: Option.none(), body }))
  }
}
