import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import * as ApiKey from "./ApiKey.ts"
import type { CallError, SessionError } from "./Errors.ts"
import { authPath, causeOf } from "./Errors/refusal.ts"
import type { HttpResponse } from "./Http.ts"
import { parseBody } from "./internal/answers.ts"
import type { Wrap } from "./internal/call/attempts.ts"
import { lineOf, withinTimeout } from "./internal/call/Call.ts"
import type { CallRequest } from "./internal/call/Call.ts"
import { opensAccount } from "./internal/secrets/names.ts"
import { StreamSession } from "./internal/session/storage.ts"
import type { Region } from "./Region.ts"
import { UserToken } from "./UserToken.ts"

// the error is shorter, and parsing a long text is expensive
const maxLength = 100_000

// deployed services send the bare text with its quotes and without
const errorOf = (text: string): { readonly code: unknown; readonly message: string } => {
  const { body } = parseBody(text)
  if (Predicate.isString(body)) return { code: undefined, message: body }
  return {
    code: Predicate.hasProperty(body, "code") ? body.code : undefined,
    message: Predicate.hasProperty(body, "message") && Predicate.isString(body.message) ? body.message : ""
  }
}

/** Whether an answer says that the user token has expired, or may mean it: a 401 that names no other cause. */
const findExpiry = (request: CallRequest, { body, status }: HttpResponse): "certain" | "possible" | undefined => {
  if ((status !== 400 && status !== 401) || body.length > maxLength) return undefined
  const { path } = lineOf(request)
  if (authPath.test(path)) return undefined
  const { code, message } = errorOf(body)
  const cause = causeOf(code, message)
  if (cause === "expired") return "certain"
  // other requests about tokens and accounts send secrets that the 401 may be about
  if (status !== 401 || opensAccount(path)) return undefined
  const isOpen = cause === "unknown" || (cause === "token" && /\b(?:invalid|expired)\b/i.test(message))
  return isOpen ? "possible" : undefined
}

/** Milliseconds in which a renewed token is not renewed again if its renewal did not help. */
const renewalPause = 60_000

/**
 * Sends the API key and the user token. If the answer says that the token has expired, in either error form, or is a 401 that
 * names no other cause, the session is renewed and the request is sent once more, unless another session has begun by then.
 */
export const add: Effect.Effect<Wrap<SessionError | CallError>, never, UserToken | Region> = Effect.gen(function* () {
  const { ended = () => undefined, isRenewable = () => Effect.succeed(true), renew, token: current } = yield* UserToken
  const withApiKey = yield* ApiKey.add
  // such 401s are about the resource: a renewal for each would use up refresh tokens
  let uselessRenewal = { token: "", until: 0 }
  return (send) => {
    const sendWithKey = withApiKey(send)
    const sendWith = (request: CallRequest, token: Redacted.Redacted) => {
      request.call.ended = () => ended(token)
      return sendWithKey({ ...request, headers: { ...request.headers, authorization: Redacted.value(token) } })
    }

    const replay = (request: CallRequest, renewed: Redacted.Redacted) =>
      Effect.tap(sendWith(request, renewed), (answer) =>
        findExpiry(request, answer) === "possible"
          ? Effect.map(Clock.currentTimeMillis, (now) => {
              uselessRenewal = { token: Redacted.value(renewed), until: now + renewalPause }
            })
          : Effect.void
      )

    const renewIfPossible = (request: CallRequest, token: Redacted.Redacted, answer: HttpResponse) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const isUseless = uselessRenewal.token === Redacted.value(token) && now < uselessRenewal.until
        return Effect.flatMap(
          isUseless ? Effect.succeed(false) : withinTimeout(request, isRenewable(token), true),
          (isPossible) =>
            isPossible
              ? Effect.flatMap(withinTimeout(request, renew(token), true), (renewed) => replay(request, renewed))
              : Effect.succeed(answer)
        )
      })

    const sendAs = (request: CallRequest, token: Redacted.Redacted) =>
      Effect.flatMap(sendWith(request, token), (answer) => {
        const expiry = findExpiry(request, answer)
        if (expiry === undefined) return Effect.succeed(answer)
        return expiry === "certain"
          ? Effect.flatMap(withinTimeout(request, renew(token), true), (renewed) => sendWith(request, renewed))
          : renewIfPossible(request, token, answer)
      })

    return (request) =>
      Effect.flatMap(withinTimeout(request, current, true), (token) =>
        Effect.flatMap(StreamSession, (session) => {
          const end = session && ended((session.token ??= token))
          return end === undefined ? sendAs(request, token) : Effect.fail(end)
        })
      )
  }
})
