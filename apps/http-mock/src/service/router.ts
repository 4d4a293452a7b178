import { Api } from "@remote-assist/core/Api"
import { AuthGroup } from "@remote-assist/core/Auth"
import { CallsGroup } from "@remote-assist/core/Calls"
import type { GroupName } from "@remote-assist/core/Contract"
import { EnterpriseUsersGroup } from "@remote-assist/core/EnterpriseUsers"
import { InvitationsGroup } from "@remote-assist/core/Invitations"
import { OnCallGroupsGroup } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokensGroup } from "@remote-assist/core/PersonalAccessTokens"
import { PodsGroup } from "@remote-assist/core/Pods"
import { RegistrationGroup } from "@remote-assist/core/Registration"
import { TokensGroup } from "@remote-assist/core/Tokens"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

import * as Auth from "./groups/Auth/http.ts"
import * as Calls from "./groups/Calls/http.ts"
import * as EnterpriseUsers from "./groups/EnterpriseUsers/http.ts"
import * as Invitations from "./groups/Invitations/http.ts"
import * as OnCallGroups from "./groups/OnCallGroups/http.ts"
import * as PersonalAccessTokens from "./groups/PersonalAccessTokens/http.ts"
import * as Pods from "./groups/Pods/http.ts"
import * as Registration from "./groups/Registration/http.ts"
import * as Tokens from "./groups/Tokens/http.ts"
import * as Guards from "./guards.ts"

const contract = HttpApi.make(Api.identifier)

const guarded = Layer.merge(Guards.layer, HttpServer.layerServices)

/**
 * Builds a group when it is first asked for, and once: requests bring what differs between emulators. What is built keeps
 * its context, so that one is empty; nothing in it ends with a scope.
 */
const built = (group: Layer.Layer<never, never, HttpRouter.HttpRouter | Layer.Success<typeof guarded>>) =>
  Effect.runSync(
    Effect.cached(
      HttpRouter.toHttpEffect(Layer.provide(group, guarded)).pipe(
        Effect.updateContext((_: Context.Context<never>) => Context.make(Scope.Scope, Scope.makeUnsafe()))
      )
    )
  )

// a group alone is built in a fraction of the time of all, which the first answer would wait for
const groups = {
  Auth: built(HttpApiBuilder.layer(contract.add(AuthGroup)).pipe(Layer.provide(Auth.layer))),
  Calls: built(HttpApiBuilder.layer(contract.add(CallsGroup)).pipe(Layer.provide(Calls.layer))),
  EnterpriseUsers: built(
    HttpApiBuilder.layer(contract.add(EnterpriseUsersGroup)).pipe(Layer.provide(EnterpriseUsers.layer))
  ),
  Invitations: built(HttpApiBuilder.layer(contract.add(InvitationsGroup)).pipe(Layer.provide(Invitations.layer))),
  OnCallGroups: built(HttpApiBuilder.layer(contract.add(OnCallGroupsGroup)).pipe(Layer.provide(OnCallGroups.layer))),
  PersonalAccessTokens: built(
    HttpApiBuilder.layer(contract.add(PersonalAccessTokensGroup)).pipe(Layer.provide(PersonalAccessTokens.layer))
  ),
  Pods: built(HttpApiBuilder.layer(contract.add(PodsGroup)).pipe(Layer.provide(Pods.layer))),
  Registration: built(HttpApiBuilder.layer(contract.add(RegistrationGroup)).pipe(Layer.provide(Registration.layer))),
  Tokens: built(HttpApiBuilder.layer(contract.add(TokensGroup)).pipe(Layer.provide(Tokens.layer)))
} satisfies Record<GroupName, unknown>

/** What answers requests to the operations of a group. */
export const routerOf = (group: GroupName) => groups[group]
