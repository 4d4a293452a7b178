import * as HttpApi from "effect/http-api/HttpApi"

import { AuthGroup } from "./Auth.ts"
import { CallsGroup } from "./Calls.ts"
import { EnterpriseUsersGroup } from "./EnterpriseUsers.ts"
import { InvitationsGroup } from "./Invitations.ts"
import { OnCallGroupsGroup } from "./OnCallGroups.ts"
import { PersonalAccessTokensGroup } from "./PersonalAccessTokens.ts"
import { PodsGroup } from "./Pods.ts"
import { RegistrationGroup } from "./Registration.ts"
import { TokensGroup } from "./Tokens.ts"

/** The contract: every operation of the service, from which client and emulator are derived. */
export const Api = HttpApi.make("remote-assist")
  .add(AuthGroup)
  .add(TokensGroup)
  .add(PersonalAccessTokensGroup)
  .add(RegistrationGroup)
  .add(CallsGroup)
  .add(OnCallGroupsGroup)
  .add(InvitationsGroup)
  .add(EnterpriseUsersGroup)
  .add(PodsGroup)
