import { Auth, Client, Session, Transport } from "@remote-assist/core"
import type { Http, Region, TokenStore } from "@remote-assist/core"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"

import { Entered } from "./Entered.ts"
import * as Signer from "./Signer.ts"

// one and the same in each place: layers are built once
const session = Session.Session.layer.pipe(Layer.provide(Auth.Auth.layer), Layer.provide(Transport.Transport.layer))

/** Core's services, whose calls carry the token of the session, or are signed with a partner key where one is in use. */
export const layer: Layer.Layer<
  Client.Client | Signer.Signer | Entered,
  never,
  Region.Region | Http.Http | TokenStore.TokenStore | FileSystem.FileSystem | Path.Path
> = Client.layerToken(Signer.layerToken.pipe(Layer.provide(session))).pipe(
  Layer.merge(Layer.effect(Session.Session, Session.Session).pipe(Layer.provide(session))),
  Layer.provideMerge(Layer.merge(Signer.Signer.layer, Entered.layer))
)
