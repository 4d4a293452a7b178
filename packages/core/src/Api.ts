import * as HttpApi from "effect/http-api/HttpApi"

import { AuthGroup } from "./Auth.ts"
import { EnterpriseUsersGroup } from "./EnterpriseUsers.ts"
import { PodsGroup } from "./Pods.ts"
import { TokensGroup } from "./Tokens.ts"

/** The contract: every operation of the service, from which client and emulator are derived. */
export const Api = HttpApi.make("remote-assist")
  .add(AuthGroup)
  .add(TokensGroup)
  .add(EnterpriseUsersGroup)
  .add(PodsGroup)
