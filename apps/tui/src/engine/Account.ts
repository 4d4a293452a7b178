import {
  Auth,
  Client,
  Errors,
  Page,
  PartnerKey,
  Pods,
  Region,
  Session,
  TokenStore,
  Transport,
  UserToken
} from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Observable from "../Observable.ts"
import * as Problem from "../Problem.ts"
import * as PrivateFile from "../profiles/PrivateFile.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import type { Credentials, LoginMethodName, SessionOwner } from "../session/Credentials.ts"
import { SessionStorage } from "../session/Credentials.ts"
import { refusalAdvice, loginMethod, sessionOwner } from "../session/loginMethods.ts"
import * as SessionStatus from "../session/SessionStatus.ts"
import { describeFailure, loggedIn, loggedOut, makeConnect } from "./AccountState.ts"
import type { LogInFailure } from "./AccountState.ts"

type Tokens = UserToken.UserToken["Service"]

/** Where the tokens of calls come from. */
export class CurrentToken extends Context.Service<
  CurrentToken,
  {
    /** The partner key that signs calls in place of the session. */
    key: Tokens | undefined
    /** The subject of the session's token. Another program can replace the session in a file that both share. */
    subject: string | undefined
  }
>()("@remote-assist/tui/CurrentToken") {
  static readonly layer = Layer.sync(CurrentToken, () => ({ key: undefined, subject: undefined }))
}

const replaced = new Errors.SessionEnded({
  reason: "Somebody logged in or out while this call was under way.",
  state: "replaced"
})

const elsewhere = new Errors.SessionEnded({ reason: "Another program has logged in as somebody else." })

/** More calls than this are never in flight. */
const maxIssued = 1000

/** Layer for the tokens of calls: signed by the partner key in use, otherwise those of the session. */
const layerToken: Layer.Layer<UserToken.UserToken, never, UserToken.UserToken | CurrentToken> = Layer.effect(
  UserToken.UserToken,
  Effect.gen(function* () {
    const session = yield* UserToken.UserToken
    const current = yield* CurrentToken
    const issued: Array<{ readonly token: Redacted.Redacted; readonly by: Tokens }> = []

    let known: { readonly token: Redacted.Redacted; readonly sub: string | undefined } | undefined
    const isOther = (token: Redacted.Redacted) => {
      const { subject } = current
      if (known?.token !== token) known = { token, sub: SessionStatus.readClaims(token).sub }
      return subject !== undefined && ![subject, undefined].includes(known.sub)
    }

    const ofSession = Effect.tap(session.token, (token) => (isOther(token) ? Effect.fail(elsewhere) : Effect.void))
    const sign = (by: Tokens) =>
      Effect.map(by.token, (token) => {
        issued.push({ token, by })
        if (issued.length > maxIssued) issued.shift()
        return token
      })
    const isReplaced = (token: Redacted.Redacted) => issued.findLast((one) => one.token === token)?.by !== current.key

    return UserToken.UserToken.of({
      token: Effect.suspend(() => (current.key === undefined ? ofSession : sign(current.key))),
      renew: (expired) =>
        Effect.suspend(() => {
          if (isReplaced(expired)) return Effect.fail(replaced)
          return current.key === undefined ? session.renew(expired) : sign(current.key)
        }),
      ended: (token) => (isReplaced(token) ? replaced : current.key === undefined ? session.ended?.(token) : undefined)
    })
  })
)

const layerSession = Session.Session.layer.pipe(
  Layer.provide(Auth.Auth.layer),
  Layer.provide(Transport.Transport.layer)
)

/** Layer for the services of core, whose calls carry the token of the session or a signed one. */
export const layerClient = Client.layerToken(layerToken.pipe(Layer.provide(layerSession))).pipe(
  Layer.merge(Layer.effect(Session.Session, Session.Session).pipe(Layer.provide(layerSession))),
  Layer.provideMerge(CurrentToken.layer)
)

/** The user who is logged in, and the ways to log in and out. */
export class Account extends Context.Service<Account>()("@remote-assist/tui/Account", {
  make: Effect.gen(function* () {
    const session = yield* Session.Session
    const current = yield* CurrentToken
    const pods = yield* Pods.Pods
    const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
    const keeper = yield* SessionStorage
    const store = yield* TokenStore.TokenStore
    const { apiUrl } = yield* Region.Region
    const clock = yield* Clock.Clock
    const state = Observable.make(loggedOut)
    let times = 0

    /** Signs calls with the partner key in a file from now on; sends nothing. */
    const useKey = Effect.fnUntraced(function* ({
      audience = "",
      file = "",
      issuer = "",
      siteId = ""
    }: Credentials["values"]) {
      const privateKey = yield* PrivateFile.readPartnerKey(file)
      const site = /^\d+$/.test(siteId) ? Number(siteId) : NaN
      const signer = PartnerKey.layer({ privateKey, siteId: site, issuer, audience })
      current.key = Context.get(yield* Effect.scoped(Layer.build(signer)), UserToken.UserToken)
    }, Effect.provideContext(files))

    const stopSigning = Effect.sync(() => void (current.key = undefined))

    // only the service knows what a key may do
    const verify = pods.list({ page: 1, page_size: Page.defaultPageSize })

    const sign = (key: Credentials["values"], isTried: boolean): Effect.Effect<void, LogInFailure> =>
      Effect.suspend(() => {
        const before = current.key
        return useKey(key).pipe(
          Effect.andThen(isTried ? verify : Effect.void),
          Effect.onError(() => Effect.sync(() => void (current.key = before))),
          Effect.andThen(session.logOut)
        )
      })

    const begin = (credentials: Credentials, isTried: boolean): Effect.Effect<void, LogInFailure> => {
      const { secret = Redacted.make(""), values, way } = credentials
      const { email = "", name } = values
      const starts: Record<LoginMethodName, () => Effect.Effect<void, LogInFailure>> = {
        password: () => session.logIn({ email, password: secret }),
        "password-v1r1": () => session.logInV1R1({ email, password: secret }),
        pat: () => session.logInWithToken(secret),
        url: () => session.logInFromUrl(Redacted.value(secret)),
        anonymous: () => session.logInAnonymously(name),
        alias: () => session.logInFromAlias(secret),
        enterprise: () => session.logInAsEnterprise({ email, password: secret }),
        "partner-key": () => sign(values, isTried)
      }
      return starts[way]()
    }

    const token = Effect.suspend(() => current.key?.token ?? session.token)

    const enter = (
      start: Effect.Effect<void, LogInFailure>,
      whose: SessionOwner,
      describe: (error: LogInFailure) => Problem.Problem
    ) =>
      Effect.suspend(() => {
        state.update((now) => ({ ...now, busy: true, problem: undefined, retryAt: undefined }))
        const before = current.subject
        current.subject = undefined
        return Effect.match(
          Effect.onInterrupt(Effect.andThen(start, token), () => Effect.sync(() => void (current.subject = before))),
          {
            onSuccess: (token) => {
              current.subject = SessionStatus.readClaims(token).sub
              times++
              state.update(() => loggedIn(whose, token, times))
              return true
            },
            onFailure: (error) => {
              current.subject = before
              state.update((now) => ({ ...now, busy: false, problem: describe(error) }))
              return false
            }
          }
        )
      })

    const advised = (whose: SessionOwner | undefined, problem: Problem.Problem, error: unknown) => {
      const advice = refusalAdvice(whose?.way, Problem.errorTopic(error), clock.currentTimeMillisUnsafe())
      return advice === undefined ? Problem.withProxy(problem, error, apiUrl) : Problem.withTodo(problem, advice)
    }

    const logIn = Effect.fn("Account.logIn")((credentials: Credentials, isTried = true) => {
      const whose = sessionOwner(credentials)
      const operation = whose.way === "partner-key" ? "take the partner key" : "log you in"
      const start = begin(credentials, isTried).pipe(
        Effect.andThen(whose.way === "partner-key" ? Effect.void : stopSigning),
        Effect.andThen(keeper.note(whose))
      )
      return enter(start, whose, (error) =>
        advised(whose, describeFailure(operation, error, loginMethod(whose.way).refused), error)
      )
    })

    const resume = Effect.fn("Account.resume")((whose: SessionOwner) => {
      const start = whose.way === "partner-key" ? useKey(whose.given ?? {}) : Effect.void
      return enter(start, whose, (error) => describeFailure("resume your session", error, Problem.logInAgain.todo))
    })

    const standing = Effect.suspend(() => {
      const { whose } = state.get()
      return whose === undefined
        ? Effect.succeed(undefined)
        : Effect.orElseSucceed(SessionStatus.read(whose, store), () => undefined)
    })

    const noteRefused = (refused: string | undefined) =>
      state.update((now) => (now.refused === refused || now.who === undefined ? now : { ...now, refused }))

    const renew = Effect.gen(function* (): Effect.fn.Return<Result.Result<string, Problem.Problem>> {
      if (current.key !== undefined) return Result.succeed("There is nothing to renew: each request is signed.")
      const renewed = yield* Effect.result(session.refresh)
      const now = yield* standing
      const until = now?.until === undefined ? "its token expires" : SessionStatus.formatTime(now.until)
      if (Result.isSuccess(renewed)) {
        noteRefused(undefined)
        return Result.succeed(`The session is renewed. It lasts until ${until}.`)
      }
      const problem = Problem.describeRepeatable("renew the session", renewed.failure, Problem.logInAgain.todo)
      return Result.fail(
        now === undefined ? problem : Problem.withTodo(problem, `It goes on until ${until}; log in again by then.`)
      )
    })

    return {
      state,
      /**
       * Logs in once and returns whether a user is logged in; the state has the problem. A partner key is verified by a request
       * before it replaces another session, unless `isTried` is false.
       */
      logIn,
      /** Resumes the stored session; returns as `logIn` does. */
      resume,
      ...makeConnect(state, logIn),
      /** Renews the session now. Returns a message; if it fails, the session continues as before. */
      renew,
      /** Stores why the service rejected the token, or `undefined` if it accepted it. */
      noteRefused,
      /** What the token says about the session. */
      standing,
      /** Adds the advice for the current log-in method to a problem. */
      advised: (problem: Problem.Problem, error: unknown) => advised(state.get().whose, problem, error),
      /** Clears the problem of the last log-in. */
      dismiss: () => state.update((now) => ({ ...now, problem: undefined })),
      /** Returns a function that checks whether the user has logged out or changed since. */
      watchUser: () => {
        const { dataOf } = state.get()
        return () => state.get().dataOf !== dataOf
      },
      logOut: stopSigning.pipe(
        Effect.andThen(session.logOut),
        Effect.andThen(keeper.forget),
        Effect.exit,
        Effect.andThen(Effect.sync(() => state.update(() => loggedOut)))
      ),
      end: (reason: string) =>
        state.update((now) =>
          now.who === undefined ? now : { ...loggedOut, ended: reason, dataOf: now.dataOf, whose: now.whose }
        ),
      /** Whether a row is the account of the user, or belongs to it. */
      isMe: (resource: AnyResource, row: AnyRow) => {
        const { id, who } = state.get()
        const mine = new Set([who?.toLowerCase(), id])
        const names = [...(resource.logins?.(row) ?? []), resource.owner?.(row)]
        return names.some((name) => name != null && mine.has(String(name).toLowerCase()))
      }
    }
  })
}) {
  static readonly layer = Layer.effect(Account, Account.make)
}
