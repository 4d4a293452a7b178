import type * as CoreAccount from "../Account.ts"
import * as CoreAuth from "../Auth.ts"
import * as CoreCalls from "../Calls.ts"
import type * as CoreCall from "../Calls/Call.ts"
import * as CoreUsers from "../EnterpriseUsers.ts"
import * as CoreInvitations from "../Invitations.ts"
import * as CoreOnCallGroups from "../OnCallGroups.ts"
import * as CoreAccessTokens from "../PersonalAccessTokens.ts"
import * as CorePods from "../Pods.ts"
import * as CoreRegistration from "../Registration.ts"
import * as CoreTokens from "../Tokens.ts"
import { make } from "./Group.ts"
import type { Group } from "./Group.ts"
import type { InputFields, Plain, PlainFields, PromiseClient } from "./PlainTypes.ts"

// the PURE comments keep groups that a program does not use out of its bundle

/** Issues tokens. To stay logged in, use `session`, which calls these operations and renews tokens automatically. */
export interface Auth extends PromiseClient<CoreAuth.Auth["Service"]> {}
/** Issues tokens. To stay logged in, use `session`, which calls these operations and renews tokens automatically. */
export const auth: Group<Auth> = /* @__PURE__ */ make(CoreAuth.Auth)

/** Inspects tokens. */
export interface TokenInspection extends PromiseClient<CoreTokens.Tokens["Service"]> {}
/** Inspects tokens. */
export const tokens: Group<TokenInspection> = /* @__PURE__ */ make(CoreTokens.Tokens)

/** Manages the caller's personal access tokens. */
export interface PersonalAccessTokens extends PromiseClient<CoreAccessTokens.PersonalAccessTokens["Service"]> {}
/** Manages the caller's personal access tokens. */
export const personalAccessTokens: Group<PersonalAccessTokens> = /* @__PURE__ */ make(
  CoreAccessTokens.PersonalAccessTokens
)

/** Registers accounts and enterprises, without a user token. */
export interface Registration extends PromiseClient<CoreRegistration.Registration["Service"]> {}
/** Registers accounts and enterprises, without a user token. */
export const registration: Group<Registration> = /* @__PURE__ */ make(CoreRegistration.Registration)

/** Reads and annotates the caller's calls. */
export interface Calls extends PromiseClient<CoreCalls.Calls["Service"]> {}
/** Reads and annotates the caller's calls. */
export const calls: Group<Calls> = /* @__PURE__ */ make(CoreCalls.Calls)

/** Lists on-call groups and marks favorites. */
export interface OnCallGroups extends PromiseClient<CoreOnCallGroups.OnCallGroups["Service"]> {}
/** Lists on-call groups and marks favorites. */
export const onCallGroups: Group<OnCallGroups> = /* @__PURE__ */ make(CoreOnCallGroups.OnCallGroups)

/** Invites people to a personal room or to a running session. */
export interface Invitations extends PromiseClient<CoreInvitations.Invitations["Service"]> {}
/** Invites people to a personal room or to a running session. */
export const invitations: Group<Invitations> = /* @__PURE__ */ make(CoreInvitations.Invitations)

/** Administers the users of the enterprise. */
export interface EnterpriseUsers extends PromiseClient<CoreUsers.EnterpriseUsers["Service"]> {}
/** Administers the users of the enterprise. */
export const enterpriseUsers: Group<EnterpriseUsers> = /* @__PURE__ */ make(CoreUsers.EnterpriseUsers, {
  deactivate: ["update", 1],
  reactivate: ["update", 1]
})

/** Lists the pods of the enterprise. */
export interface Pods extends PromiseClient<CorePods.Pods["Service"]> {}
/** Lists the pods of the enterprise. */
export const pods: Group<Pods> = /* @__PURE__ */ make(CorePods.Pods)

// the schemas document the types and their fields

export interface Account extends PlainFields<CoreAccount.Account> {}
export interface Call extends PlainFields<CoreCall.Call> {}
export interface CallEvents extends PlainFields<CoreCalls.CallEvents> {}
export interface CallEventStream extends PlainFields<CoreCalls.CallEventStream> {}
export interface Confirmation extends PlainFields<CoreRegistration.Confirmation> {}
export interface EnterpriseUser extends PlainFields<CoreUsers.EnterpriseUser> {}
export interface OnCallGroup extends PlainFields<CoreOnCallGroups.OnCallGroup> {}
export interface Participant extends PlainFields<CoreCall.Participant> {}
export interface CallUser extends PlainFields<CoreCall.CallUser> {}
export interface PersonalAccessToken extends PlainFields<CoreAccessTokens.PersonalAccessToken> {}
export interface Pod extends PlainFields<CorePods.Pod> {}
export interface Rating extends PlainFields<CoreCall.Rating> {}
export interface RecentCall extends PlainFields<CoreCalls.RecentCall> {}
export interface RefreshableToken extends PlainFields<CoreAuth.RefreshTokenV1> {}
export interface TokenInfo extends PlainFields<CoreTokens.TokenInfo> {}
export interface UserToken extends PlainFields<CoreAuth.TokenV1> {}
export interface ValidatedTokenInfo extends PlainFields<CoreTokens.ValidatedTokenInfo> {}
export type Avatar = NonNullable<Plain<CorePods.Pod["avatar"]>>

export interface Annotation extends InputFields<CoreCalls.Annotation> {}
export interface CallQuery extends InputFields<CoreCalls.CallQuery> {}
export interface CallFilter extends Omit<CallQuery, "page"> {}
export interface Invitee extends InputFields<CoreInvitations.Invitee> {}
export interface LogIn extends InputFields<CoreAuth.LogIn> {}
export interface OnCallGroupQuery extends InputFields<CoreOnCallGroups.OnCallGroupQuery> {}
export interface OnCallGroupFilter extends Omit<OnCallGroupQuery, "page"> {}
export interface PodQuery extends InputFields<CorePods.PodQuery> {}
export interface PodFilter extends Omit<PodQuery, "page"> {}
export interface Provision extends InputFields<CoreUsers.Provision> {}
export interface Register extends InputFields<CoreRegistration.Register> {}
export interface RegisterEnterprise extends InputFields<CoreRegistration.RegisterEnterprise> {}
export interface RegisterV1R1 extends InputFields<CoreRegistration.RegisterV1R1> {}
export interface SessionInvitation extends InputFields<CoreInvitations.SessionInvitation> {}
export interface UserChange extends InputFields<CoreUsers.UserChange> {}
export interface UserQuery extends InputFields<CoreUsers.UserQuery> {}
export interface UserFilter extends Omit<UserQuery, "page"> {}
export interface ValidateQuery extends InputFields<CoreTokens.ValidateQuery> {}
