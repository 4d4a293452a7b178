import type { AnswerName, InputName } from "@remote-assist/core/Contract"

interface Body {
  readonly description: string
  readonly identifier?: string
}

const named = (identifier: string, description: string): Body => ({ identifier, description })

const inputs: { readonly [Name in InputName]: Body } = {
  AnonymousUser: { description: "The name that others see of an anonymous user." },
  LogIn: { description: "`email` takes an e-mail address or a user name." },
  Refresh: { description: "A refresh token." },
  InviteUrl: { description: "A workbox invite URL." },
  EncodedToken: { description: "A personal access token, as its creation returned it." },
  Register: { description: "A personal account to register." },
  RegisterV1R1: { description: "A personal account to register, with location and title." },
  RegisterEnterprise: { description: "An enterprise to create." },
  Annotation: { description: "Three ids and a text to note on a call." },
  Invitee: { description: "The person to invite." },
  SessionInvitation: { description: "The contacts and the call (`user_token` defaults to that of the caller)." },
  Provision: { description: "A user to create." },
  UserChange: { description: "The fields of a user to change. Absent fields stay." }
}

const answers: { readonly [Name in AnswerName]: Body } = {
  RefreshTokenV1: named("refresh_tokenV1", "A user token and the refresh token that renews it."),
  TokenV1: named("tokenV1", "A user token."),
  EnterpriseToken: { description: "The token of the enterprise, as a bare JSON string." },
  TokenInfo: named("token_info", "The data of a token. Times are unix seconds."),
  ValidatedTokenInfo: named("validated_token_info", "The data of a valid token, and its subject."),
  PersonalAccessToken: named("personal_access_token", "A personal access token."),
  PersonalAccessTokenList: { description: "The caller's personal access tokens." },
  Confirmation: named("confirmation", "The confirmation of the account."),
  Account: named("user", "The current account."),
  Call: named("hermes_call", "A call. Times are unix seconds, absent while the call runs."),
  CallList: { description: "One page of calls." },
  RecentCall: named("recent_call", "A recent call, from the caller's side."),
  CallEventStream: named("call_event_stream", "An event of the call."),
  CallEvents: named("hermes_call_event", "The call with the statistics of its participants."),
  Acknowledgement: { description: "The bare JSON string `OK`." },
  OnCallGroupPage: { description: "One page of on-call groups." },
  EnterpriseUser: named("enterprise_user", "The current user, as in the administration."),
  EnterpriseUserPage: { description: "One page of users." },
  PodPage: { description: "One page of pods." },
  EmptyObject: { description: "An object without fields." }
}

/** Schemas that only pages use. */
const entries = {
  OnCallGroup: named("on_call_group", "A group whose members take calls."),
  Pod: named("pod", "A group of users.")
}

const errors = {
  ErrorV1: named("errorV1", "Error of the /v1 operations."),
  ErrorV1R1: named("errorV1R1", "Every error of the /v1r1 operations."),
  ErrorText: named("errorText", "Error as a bare JSON string, such as `Token expired`."),
  ErrorV1OrErrorText: { description: "Error of the /v1 operations with a user token." }
}

const bodies: ReadonlyMap<string, Body> = new Map(Object.entries({ ...inputs, ...answers, ...entries, ...errors }))

const names = new Map([...bodies].map(([name, { identifier }]) => [identifier, name]))

/** Returns the name of a schema of Effect, which numbers copies. */
export const nameOf = (key: string): string => {
  const identifier = key.replace(/_\d+$/, "")
  return names.get(identifier) ?? identifier
}

export const descriptionOf = (name: string): string => bodies.get(name)?.description ?? name
