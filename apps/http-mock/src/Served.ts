import { AuthGroup } from "@remote-assist/core/Auth"
import { CallsGroup } from "@remote-assist/core/Calls"
import { EnterpriseUsersGroup } from "@remote-assist/core/EnterpriseUsers"
import { InvitationsGroup } from "@remote-assist/core/Invitations"
import { OnCallGroupsGroup } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokensGroup } from "@remote-assist/core/PersonalAccessTokens"
import { PodsGroup } from "@remote-assist/core/Pods"
import { RegistrationGroup } from "@remote-assist/core/Registration"
import { TokensGroup } from "@remote-assist/core/Tokens"
import * as HttpApi from "effect/http-api/HttpApi"

/** The part of the contract that the emulator serves. */
export const Served = HttpApi.make("remote-assist")
  .add(AuthGroup)
  .add(TokensGroup)
  .add(PersonalAccessTokensGroup)
  .add(RegistrationGroup)
  .add(CallsGroup)
  .add(OnCallGroupsGroup)
  .add(InvitationsGroup)
  .add(EnterpriseUsersGroup)
  .add(PodsGroup)
