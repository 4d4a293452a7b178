import * as Layer from "effect/Layer"

import { Auth } from "./Auth.ts"
import { Calls } from "./Calls.ts"
import { EnterpriseUsers } from "./EnterpriseUsers.ts"
import type { Http } from "./Http.ts"
import { Invitations } from "./Invitations.ts"
import { OnCallGroups } from "./OnCallGroups.ts"
import { PersonalAccessTokens } from "./PersonalAccessTokens.ts"
import { Pods } from "./Pods.ts"
import { RawRequests } from "./RawRequests.ts"
import type { Region } from "./Region.ts"
import { Registration } from "./Registration.ts"
import { Session } from "./Session.ts"
import { Tokens } from "./Tokens.ts"
import { TokenStore } from "./TokenStore.ts"
import { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"

const groups = Layer.mergeAll(
  Tokens.layer,
  PersonalAccessTokens.layer,
  Registration.layer,
  Calls.layer,
  OnCallGroups.layer,
  Invitations.layer,
  EnterpriseUsers.layer,
  Pods.layer,
  RawRequests.layer
)

/** The services of the SDK except the session. */
export type Groups = Auth | Layer.Success<typeof groups>

/** The services of the SDK. */
export type Client = Groups | Session

/** Layer with every service of the SDK, for one region. The tokens of the session are stored in the given {@link TokenStore}. */
export const layerStore: Layer.Layer<Client, never, Region | TokenStore | Http> = groups.pipe(
  Layer.provideMerge(Session.layer),
  Layer.provideMerge(Auth.layer),
  Layer.provide(Transport.layer)
)

/** Layer with every service of the SDK, for one region. The tokens of the session are stored in memory. */
export const layer: Layer.Layer<Client, never, Region | Http> = layerStore.pipe(Layer.provide(TokenStore.layerMemory))

/** Layer with every group of operations, for one region, whose calls use the tokens of `token`. */
export const layerToken = <E, R>(token: Layer.Layer<UserToken, E, R>): Layer.Layer<Groups, E, Region | Http | R> =>
  groups.pipe(Layer.provide(token), Layer.provideMerge(Auth.layer), Layer.provide(Transport.layer))
