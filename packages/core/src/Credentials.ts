import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import * as ApiKey from "./ApiKey.ts"
import { ErrorText, ErrorV1R1 } from "./Errors.ts"
import type { CallError, SessionError } from "./Errors.ts"
import type { HttpResponse } from "./Http.ts"
import { parseBody } from "./internal/answers.ts"
import type { CallRequest } from "./internal/call/Call.ts"
import { StreamSession } from "./internal/session/epoch.ts"
import type * as Methods from "./Methods.ts"
import type { Region } from "./Region.ts"
import { UserToken } from "./UserToken.ts"

// the error is shorter, and parsing a long text is expensive
const maxLength = 100_000

// deployed services send the text with its quotes and without
const isExpired = ({ body: text, status }: HttpResponse) => {
  if ((status !== 400 && status !== 401) || text.length > maxLength) return false
  const { body } = parseBody(text)
  return status === 401
    ? Predicate.isString(body) && body.trim() === ErrorText.tokenExpired
    : Predicate.hasProperty(body, "code") && body.code === ErrorV1R1.tokenExpired
}

/**
 * Sends the API key and the user token. If the answer says that the token has expired, in either error form, the session is
 * renewed and the request is sent once more, unless another session has begun by then.
 */
export const add: Effect.Effect<Methods.Wrap<SessionError | CallError>, never, UserToken | Region> = Effect.gen(
  function* () {
    const { ended = () => undefined, renew, token: current } = yield* UserToken
    const withApiKey = yield* ApiKey.add
    return (send) => {
      const sendWithKey = withApiKey(send)
      const sendWith = (request: CallRequest, token: Redacted.Redacted) => {
        request.call.ended = () => ended(token)
        return sendWithKey({ ...request, headers: { ...request.headers, authorization: Redacted.value(token) } })
      }
      const sendAs = (request: CallRequest, token: Redacted.Redacted) =>
        Effect.filterOrElse(
          sendWith(request, token),
          (answer) => !isExpired(answer),
          () => Effect.flatMap(renew(token), (renewed) => sendWith(request, renewed))
        )
      return (request) =>
        Effect.flatMap(current, (token) =>
          Effect.flatMap(StreamSession, (session) => {
            const end = session && ended((session.token ??= token))
            return end === undefined ? sendAs(request, token) : Effect.fail(end)
          })
        )
    }
  }
)
