import type { BadSettings } from "@remote-assist/cli/Settings"
import { Auth, Client, Errors, PartnerKey, Session, Transport, UserToken } from "@remote-assist/core"
import type { Http, Region, TokenStore } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import type * as Redacted from "effect/Redacted"

import * as PrivateFile from "../../profiles/PrivateFile.ts"
import type { PartnerKeyOptions } from "../../session/Credentials.ts"
import { readClaims } from "../../session/SessionStatus.ts"

/** Whom a session was entered as: in a file that programs share, another one can log in as somebody else. */
export class Entered extends Context.Service<
  Entered,
  {
    /** The subject of its token, where that tells one. */
    readonly subject: () => string | undefined
    readonly set: (subject: string | undefined) => void
    /** Whether a token is known to be of somebody else. */
    readonly isOther: (token: Redacted.Redacted) => boolean
  }
>()("@remote-assist/tui/Entered") {
  static readonly layer = Layer.sync(Entered, () => {
    let entered: string | undefined
    return Entered.of({
      subject: () => entered,
      set: (subject) => {
        entered = subject
      },
      isOther: (token) => {
        if (entered === undefined) return false
        const { sub } = readClaims(token)
        return sub !== undefined && sub !== entered
      }
    })
  })
}

type Tokens = UserToken.UserToken["Service"]

/** The partner key that requests are signed with, instead of those of a session. */
export class Signer extends Context.Service<
  Signer,
  {
    /** Signs from now on with the key of a file; nothing is sent. */
    readonly use: (key: PartnerKeyOptions) => Effect.Effect<void, BadSettings | Errors.InvalidSettings>
    readonly stop: Effect.Effect<void>
    /** Signs as it was before a key was used. */
    readonly goBack: (to: Tokens | undefined) => void
    readonly inUse: () => Tokens | undefined
  }
>()("@remote-assist/tui/Signer") {
  static readonly layer: Layer.Layer<Signer, never, FileSystem.FileSystem | Path.Path> = Layer.effect(
    Signer,
    Effect.gen(function* () {
      const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
      let signs: Tokens | undefined
      return Signer.of({
        use: Effect.fnUntraced(function* ({ audience, file, issuer, siteId }) {
          const privateKey = yield* Effect.provideContext(PrivateFile.readPartnerKey(file), files)
          const key = PartnerKey.layer({
            privateKey,
            siteId: /^\d+$/.test(siteId) ? Number(siteId) : NaN,
            issuer,
            audience
          })
          signs = Context.get(yield* Effect.scoped(Layer.build(key)), UserToken.UserToken)
        }),
        stop: Effect.sync(() => {
          signs = undefined
        }),
        goBack: (to) => {
          signs = to
        },
        inUse: () => signs
      })
    })
  )
}

const replaced = new Errors.SessionEnded({
  reason: "Somebody logged in or out while this call was under way.",
  state: "replaced"
})

const elsewhere = new Errors.SessionEnded({ reason: "Another program has logged in as somebody else." })

/** Layer for the tokens that calls carry: signed where a partner key is in use, and else those of the session below. */
const layerToken: Layer.Layer<UserToken.UserToken, never, UserToken.UserToken | Signer | Entered> = Layer.effect(
  UserToken.UserToken,
  Effect.gen(function* () {
    const session = yield* UserToken.UserToken
    const { inUse } = yield* Signer
    const entered = yield* Entered
    const ofSession = Effect.tap(session.token, (token) =>
      entered.isOther(token) ? Effect.fail(elsewhere) : Effect.void
    )
    const signedBy = new WeakMap<Redacted.Redacted, Tokens>()
    const sign = (signs: Tokens) =>
      Effect.tap(signs.token, (token) => Effect.sync(() => void signedBy.set(token, signs)))
    const isOther = (token: Redacted.Redacted) => signedBy.get(token) !== inUse()
    return UserToken.UserToken.of({
      token: Effect.suspend(() => {
        const signs = inUse()
        return signs === undefined ? ofSession : sign(signs)
      }),
      renew: (expired) =>
        Effect.suspend(() => {
          const signs = inUse()
          if (isOther(expired)) return Effect.fail(replaced)
          return signs === undefined ? session.renew(expired) : sign(signs)
        }),
      ended: (token) => (isOther(token) ? replaced : inUse() === undefined ? session.ended?.(token) : undefined)
    })
  })
)

// one and the same in each place: layers are built once
const layerSession = Session.Session.layer.pipe(
  Layer.provide(Auth.Auth.layer),
  Layer.provide(Transport.Transport.layer)
)

/** Core's services, whose calls carry the token of the session, or are signed with a partner key where one is in use. */
export const layerClient: Layer.Layer<
  Client.Client | Signer | Entered,
  never,
  Region.Region | Http.Http | TokenStore.TokenStore | FileSystem.FileSystem | Path.Path
> = Client.layerToken(layerToken.pipe(Layer.provide(layerSession))).pipe(
  Layer.merge(Layer.effect(Session.Session, Session.Session).pipe(Layer.provide(layerSession))),
  Layer.provideMerge(Layer.merge(Signer.layer, Entered.layer))
)
