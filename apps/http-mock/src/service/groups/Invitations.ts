import type { Invitee } from "@remote-assist/core/Invitations"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { toErrorV1 } from "../../wire/errors.ts"
import * as Calls from "../../world/calls/Calls.ts"
import type { Call } from "../../world/calls/Calls.ts"
import { contactId } from "../../world/calls/recentCalls.ts"
import { sendMail } from "../../world/model/World.ts"
import type { CallerContext, TransitionResult, World } from "../../world/model/World.ts"
import { serviceError, resultFn } from "../../world/ServiceError.ts"
import type { ServiceError } from "../../world/ServiceError.ts"
import { parseEmail } from "../../world/users/User.ts"
import type { User } from "../../world/users/User.ts"
import * as Users from "../../world/users/Users.ts"
import { authenticate, callerOf, principalOf } from "../authenticate.ts"
import { user, runAs, mapAnswer } from "../operation.ts"
import type { Handlers } from "../operation.ts"
import { reach } from "./Calls.ts"

const refused = (cause: ServiceError["cause"], message: string) => Result.fail(serviceError(cause, message))

const roomOf = ({ caller, option }: CallerContext) =>
  option("invitation.personal-room") === "every user"
    ? { url: `https://room.example/${caller.entry.username}` }
    : undefined

/** Invites somebody to the caller's personal room, by e-mail. */
export const personalRoom: (context: CallerContext, input: Invitee) => TransitionResult<"empty" | "{}"> = resultFn(
  function* (context, { email, name }) {
    const { caller, option, now, world } = context
    const room = caller.personalRoom ?? roomOf(context)
    if (room === undefined) return yield* refused("permission", `${caller.entry.name} has no personal room.`)
    const to = yield* parseEmail(email)
    if (name.trim() === "") return yield* refused("badInput", "The field name is empty.")
    const subject = `${caller.entry.name} invites you, ${name}, to a personal room`
    return [
      sendMail(world, { kind: "personal-room", to, at: now, subject, url: room.url }),
      option("invitation.personal-room-answer")
    ]
  }
)

/** Whom to invite to which session; whoever `userToken` belongs to invites, else the caller. */
interface SessionInvitation {
  readonly callId: string | undefined
  readonly contactTokens: ReadonlyArray<string>
  readonly userToken: string | undefined
}

const inviter = (context: CallerContext, userToken: string | undefined) =>
  userToken === undefined
    ? Result.succeed(context.caller)
    : Result.flatMap(authenticate(context, userToken), (authenticated) => callerOf(principalOf(authenticated))).pipe(
        // expired is for the caller's own token, which a client can renew
        Result.mapError(({ message }) => serviceError("token", `The user_token does not work. ${message}`))
      )

const contactOf = (world: World, token: string): Result.Result<User, ServiceError> =>
  Result.fromOption(
    Option.flatMap(Option.fromUndefinedOr(contactId(token)), (id) => Users.byId(world.users, id)),
    () => serviceError("notFound", `The contact token ${JSON.stringify(token)} stands for nobody.`)
  )

/** The call that the invitation names, or the caller's latest where the gap lets it name none. */
const calledTo = (context: CallerContext, callId: string | undefined): Result.Result<Call, ServiceError> => {
  const { caller, option, world } = context
  if (callId !== undefined) return reach(context, callId)
  if (option("invitation.session-required") === "call_id and contact_tokens")
    return refused("badInput", "The field call_id is missing.")
  const { at, total } = Calls.ofUser(world.calls, caller.entry.id)
  return total === 0 ? refused("notFound", "You have had no call yet.") : Result.succeed(Calls.at(world.calls, at(0)))
}

/** Invites contacts to a running session, by e-mail. */
export const session: (context: CallerContext, input: SessionInvitation) => TransitionResult<unknown> = resultFn(
  function* (context, { callId, contactTokens, userToken }) {
    const { option, now, world } = context
    if (contactTokens.length === 0) return yield* refused("badInput", "The field contact_tokens is missing or empty.")
    const { entry } = yield* inviter(context, userToken)
    const call = yield* calledTo(context, callId)
    const id = Calls.idOf(world.calls, call.position)
    if (call.endedAt !== undefined && option("invitation.session-call") === "running")
      return yield* refused("notFound", `The call ${id} is over.`)
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

const v1 = runAs(user, toErrorV1)

export const handlers: Handlers<"Invitations"> = {
  personalRoom: ({ payload }) =>
    mapAnswer(
      v1((context) => personalRoom(context, payload)),
      (answer) => (answer === "empty" ? undefined : HttpServerResponse.jsonUnsafe({}))
    ),
  session: ({ payload: { call_id, contact_tokens = [], user_token } }) => {
    const invitation = {
      callId: call_id,
      contactTokens: contact_tokens.map(Redacted.value),
      userToken: user_token === undefined ? undefined : Redacted.value(user_token)
    }
    return mapAnswer(
      v1((context) => session(context, invitation)),
      (body) => ({ entry: Option.none(), body })
    )
  }
}
