import type * as Account_ from "../Account.ts"
import type * as Auth from "../Auth.ts"
import type * as Calls from "../Calls.ts"
import type * as Call_ from "../Calls/Call.ts"
import type * as Users from "../EnterpriseUsers.ts"
import type * as Invitations from "../Invitations.ts"
import type * as OnCallGroups from "../OnCallGroups.ts"
import type * as AccessTokens from "../PersonalAccessTokens.ts"
import type * as Pods from "../Pods.ts"
import type * as Registration from "../Registration.ts"
import type * as Tokens from "../Tokens.ts"
import type { InputFields, Plain, PlainFields } from "./Promised.ts"

// what each is, and each of its fields, its schema documents

export interface Account extends PlainFields<Account_.Account> {}
export interface Call extends PlainFields<Call_.Call> {}
export interface CallEvents extends PlainFields<Calls.CallEvents> {}
export interface CallEventStream extends PlainFields<Calls.CallEventStream> {}
export interface Confirmed extends PlainFields<Registration.Confirmed> {}
export interface EnterpriseUser extends PlainFields<Users.EnterpriseUser> {}
export interface OnCallGroup extends PlainFields<OnCallGroups.OnCallGroup> {}
export interface Participant extends PlainFields<Call_.Participant> {}
export interface Party extends PlainFields<Call_.Party> {}
export interface PersonalAccessToken extends PlainFields<AccessTokens.PersonalAccessToken> {}
export interface Pod extends PlainFields<Pods.Pod> {}
export interface Rating extends PlainFields<Call_.Rating> {}
export interface RecentCall extends PlainFields<Calls.RecentCall> {}
export interface RefreshableToken extends PlainFields<Auth.RefreshTokenV1> {}
export interface TokenInfo extends PlainFields<Tokens.TokenInfo> {}
export interface UserToken extends PlainFields<Auth.TokenV1> {}
export interface ValidatedTokenInfo extends PlainFields<Tokens.ValidatedTokenInfo> {}
export type Avatar = NonNullable<Plain<Pods.Pod["avatar"]>>

export interface Annotation extends InputFields<Calls.Annotation> {}
export interface CallQuery extends InputFields<Calls.CallQuery> {}
export interface CallFilter extends Omit<CallQuery, "page"> {}
export interface Invitee extends InputFields<Invitations.Invitee> {}
export interface LogIn extends InputFields<Auth.LogIn> {}
export interface OnCallGroupQuery extends InputFields<OnCallGroups.OnCallGroupQuery> {}
export interface OnCallGroupFilter extends Omit<OnCallGroupQuery, "page"> {}
export interface PodQuery extends InputFields<Pods.PodQuery> {}
export interface PodFilter extends Omit<PodQuery, "page"> {}
export interface Provision extends InputFields<Users.Provision> {}
export interface Register extends InputFields<Registration.Register> {}
export interface RegisterEnterprise extends InputFields<Registration.RegisterEnterprise> {}
export interface RegisterV1R1 extends InputFields<Registration.RegisterV1R1> {}
export interface SessionInvitation extends InputFields<Invitations.SessionInvitation> {}
export interface UserChange extends InputFields<Users.UserChange> {}
export interface UserQuery extends InputFields<Users.UserQuery> {}
export interface UserFilter extends Omit<UserQuery, "page"> {}
export interface ValidateQuery extends InputFields<Tokens.ValidateQuery> {}
