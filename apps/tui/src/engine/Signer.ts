import type { BadSettings } from "@remote-assist/cli/Settings"
import { Auth, Client, Errors, Page, PartnerKey, Pods, Session, Transport, UserToken } from "@remote-assist/core"
import type { Http, Region, TokenStore } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Redacted from "effect/Redacted"

import type * as Problem from "../Problem.ts"
import * as PrivateFile from "../profiles/PrivateFile.ts"
import type { Credentials } from "../session/Credentials.ts"
import { SessionStorage } from "../session/Credentials.ts"
import { sessionOwner } from "../session/loginMethods.ts"
import { readClaims } from "../session/SessionStatus.ts"

/** The owner of the session. Another program can replace it in a session file that both share. */
export class TokenOwner extends Context.Service<
  TokenOwner,
  {
    /** The subject of the token, if it names one. */
    readonly subject: () => string | undefined
    readonly set: (subject: string | undefined) => void
    /** Whether a token belongs to another subject. */
    readonly isOther: (token: Redacted.Redacted) => boolean
  }
>()("@remote-assist/tui/TokenOwner") {
  static readonly layer = Layer.sync(TokenOwner, () => {
    let owner: string | undefined
    let checked: Redacted.Redacted | undefined
    return TokenOwner.of({
      subject: () => owner,
      set: (subject) => {
        owner = subject
        checked = undefined
      },
      isOther: (token) => {
        if (owner === undefined || token === checked) return false
        const { sub } = readClaims(token)
        if (sub !== undefined && sub !== owner) return true
        checked = token
        return false
      }
    })
  })
}

type Tokens = UserToken.UserToken["Service"]

/** The partner key that signs requests in place of a session. */
export class Signer extends Context.Service<
  Signer,
  {
    /** Uses the key in a file from now on; sends nothing. */
    readonly use: (key: Credentials["values"]) => Effect.Effect<void, BadSettings | Errors.InvalidSettings>
    readonly stop: Effect.Effect<void>
    /** Restores the key that was in use before. */
    readonly restore: (to: Tokens | undefined) => void
    readonly inUse: () => Tokens | undefined
  }
>()("@remote-assist/tui/Signer") {
  static readonly layer: Layer.Layer<Signer, never, FileSystem.FileSystem | Path.Path> = Layer.effect(
    Signer,
    Effect.gen(function* () {
      const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
      let signs: Tokens | undefined
      return Signer.of({
        use: Effect.fnUntraced(function* ({ audience = "", file = "", issuer = "", siteId = "" }) {
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
        restore: (to) => {
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

/** More calls than this are never in flight. */
const maxIssued = 1000

/** Layer for the tokens of calls: signed by the partner key in use, otherwise those of the session. */
const layerToken: Layer.Layer<UserToken.UserToken, never, UserToken.UserToken | Signer | TokenOwner> = Layer.effect(
  UserToken.UserToken,
  Effect.gen(function* () {
    const session = yield* UserToken.UserToken
    const { inUse } = yield* Signer
    const owner = yield* TokenOwner
    const issued: Array<{ readonly token: Redacted.Redacted; readonly by: Tokens }> = []

    const ofSession = Effect.tap(session.token, (token) =>
      owner.isOther(token) ? Effect.fail(elsewhere) : Effect.void
    )
    const sign = (by: Tokens) =>
      Effect.map(by.token, (token) => {
        issued.push({ token, by })
        if (issued.length > maxIssued) issued.shift()
        return token
      })
    const isReplaced = (token: Redacted.Redacted) => issued.findLast((one) => one.token === token)?.by !== inUse()

    return UserToken.UserToken.of({
      token: Effect.suspend(() => {
        const by = inUse()
        return by === undefined ? ofSession : sign(by)
      }),
      renew: (expired) =>
        Effect.suspend(() => {
          const by = inUse()
          if (isReplaced(expired)) return Effect.fail(replaced)
          return by === undefined ? session.renew(expired) : sign(by)
        }),
      ended: (token) => (isReplaced(token) ? replaced : inUse() === undefined ? session.ended?.(token) : undefined)
    })
  })
)

const layerSession = Session.Session.layer.pipe(
  Layer.provide(Auth.Auth.layer),
  Layer.provide(Transport.Transport.layer)
)

/** Layer for the services of core, whose calls carry the token of the session or a signed one. */
export const layerClient: Layer.Layer<
  Client.Client | Signer | TokenOwner,
  never,
  Region.Region | Http.Http | TokenStore.TokenStore | FileSystem.FileSystem | Path.Path
> = Client.layerToken(layerToken.pipe(Layer.provide(layerSession))).pipe(
  Layer.merge(Layer.effect(Session.Session, Session.Session).pipe(Layer.provide(layerSession))),
  Layer.provideMerge(Layer.merge(Signer.layer, TokenOwner.layer))
)

/** What a log-in can fail with; the key of a file is validated before anything is sent. */
export type LogInFailure = Problem.Failure | BadSettings | Errors.InvalidSettings

/** Logs in with credentials. If `isTried`, a partner key is verified by a request. */
export const makeLogIn = Effect.gen(function* () {
  const session = yield* Session.Session
  const pods = yield* Pods.Pods
  const signer = yield* Signer
  const keeper = yield* SessionStorage

  // only the service knows what a key may do
  const verify = pods.list({ page: 1, page_size: Page.defaultPageSize })

  const sign = (key: Credentials["values"], isTried: boolean): Effect.Effect<void, LogInFailure> =>
    Effect.suspend(() => {
      const before = signer.inUse()
      return signer.use(key).pipe(
        Effect.andThen(isTried ? verify : Effect.void),
        Effect.onError(() => Effect.sync(() => signer.restore(before))),
        Effect.andThen(session.logOut)
      )
    })

  const begin = (
    { secret = Redacted.make(""), values, way }: Credentials,
    isTried: boolean
  ): Effect.Effect<void, LogInFailure> => {
    const { email = "", name } = values
    switch (way) {
      case "password":
        return session.logIn({ email, password: secret })
      case "password-v1r1":
        return session.logInV1R1({ email, password: secret })
      case "pat":
        return session.logInWithToken(secret)
      case "url":
        return session.logInFromUrl(Redacted.value(secret))
      case "anonymous":
        return session.logInAnonymously(name)
      case "alias":
        return session.logInFromAlias(secret)
      case "enterprise":
        return session.logInAsEnterprise({ email, password: secret })
      case "partner-key":
        return sign(values, isTried)
    }
  }

  return (credentials: Credentials, isTried: boolean): Effect.Effect<void, LogInFailure> =>
    begin(credentials, isTried).pipe(
      Effect.andThen(credentials.way === "partner-key" ? Effect.void : signer.stop),
      Effect.andThen(keeper.note(sessionOwner(credentials)))
    )
})
