import { AuthGroup } from "./Auth.ts"
import { CallsGroup } from "./Calls.ts"
import { EnterpriseUsersGroup } from "./EnterpriseUsers.ts"
import { InvitationsGroup } from "./Invitations.ts"
import { OnCallGroupsGroup } from "./OnCallGroups.ts"
import { PersonalAccessTokensGroup } from "./PersonalAccessTokens.ts"
import { PodsGroup } from "./Pods.ts"
import { RegistrationGroup } from "./Registration.ts"
import { TokensGroup } from "./Tokens.ts"

/** The groups, in the order of the contract, which documents follow. */
export const groups = {
  Auth: AuthGroup,
  Tokens: TokensGroup,
  PersonalAccessTokens: PersonalAccessTokensGroup,
  Registration: RegistrationGroup,
  Calls: CallsGroup,
  OnCallGroups: OnCallGroupsGroup,
  Invitations: InvitationsGroup,
  EnterpriseUsers: EnterpriseUsersGroup,
  Pods: PodsGroup
} as const
export type Groups = typeof groups

/** The endpoints of a group. */
export type Endpoints<Group extends keyof Groups> = Groups[Group]["endpoints"]
