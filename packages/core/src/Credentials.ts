import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import * as ApiKey from "./ApiKey.ts"
import { errorText, ErrorText, errorV1, ErrorV1R1, errorV1R1 } from "./Errors.ts"
import type { CallError, SessionError } from "./Errors.ts"
import type { Answered } from "./Http.ts"
import { parse } from "./internal/call/answer.ts"
import type { CallRequest } from "./internal/call/Call.ts"
import type * as Methods from "./Methods.ts"
import type { Region } from "./Region.ts"
import { UserToken } from "./UserToken.ts"

/** Whom the user token of a request belongs to, as a server's handlers see it. */
export class Principal extends Context.Service<
  Principal,
  { readonly subject: string; readonly permissions: ReadonlyArray<string> }
>()("@remote-assist/core/Principal") {}

/** The user token of a `/v1r1` operation, raw in `Authorization`. Source: interface §5, 1. */
export class UserTokenV1R1 extends HttpApiMiddleware.Service<UserTokenV1R1, { provides: Principal }>()(
  "@remote-assist/core/UserTokenV1R1",
  { error: errorV1R1 }
) {}

/** The user token of a `/v1` operation whose 401 is {@link ErrorV1}. Source: interface §4.4, 2, 4, 7-10. */
export class UserTokenV1 extends HttpApiMiddleware.Service<UserTokenV1, { provides: Principal }>()(
  "@remote-assist/core/UserTokenV1",
  { error: [errorV1(401), errorText(401)] }
) {}

/** The user token of a `/v1` operation whose 401 is a bare string. Source: interface §4.4, 1, 3, 5-6. */
export class UserTokenV1Text extends HttpApiMiddleware.Service<UserTokenV1Text, { provides: Principal }>()(
  "@remote-assist/core/UserTokenV1Text",
  { error: errorText(401) }
) {}

// no text that says so is longer, and what is long is dear to parse
const longest = 100_000

// deployed services send the text with its quotes and without
const isExpired = ({ body: text, status }: Answered) => {
  if ((status !== 400 && status !== 401) || text.length > longest) return false
  const { body } = parse(text)
  return status === 401
    ? Predicate.isString(body) && body.trim() === ErrorText.tokenExpired
    : Predicate.hasProperty(body, "code") && body.code === ErrorV1R1.tokenExpired
}

/**
 * Sends the API key and the user token. An answer that says the token has expired, in either error form and no other,
 * renews the session and sends the request once more, unless the session is another by then.
 */
export const add: Effect.Effect<Methods.Wrap<SessionError | CallError>, never, UserToken | Region> = Effect.gen(
  function* () {
    const { renew, token: current } = yield* UserToken
    const withApiKey = yield* ApiKey.add
    return (send) => {
      const sendWithKey = withApiKey(send)
      const sendWith = (request: CallRequest, token: Redacted.Redacted) =>
        sendWithKey({ ...request, headers: { ...request.headers, authorization: Redacted.value(token) } })
      return (request) =>
        Effect.flatMap(current, (token) =>
          Effect.filterOrElse(
            sendWith(request, token),
            (answer) => !isExpired(answer),
            () => Effect.flatMap(renew(token), (renewed) => sendWith(request, renewed))
          )
        )
    }
  }
)
