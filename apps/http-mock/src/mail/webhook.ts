import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import { oneLine } from "../world/oneLine.ts"
import { loginOf, told } from "./address.ts"
import type { Login } from "./address.ts"
import { Undelivered } from "./Outgoing.ts"
import type { Carrier, Outgoing } from "./Outgoing.ts"

const patience = "5 seconds"

/** An e-mail as a webhook gets it: as the outbox shows it, with where it is from. */
const bodyOf = ({ link, mail, region, request, tenant }: Outgoing) => {
  const { apiKey, at, id, kind, subject, to, token } = mail
  return {
    tenant,
    region,
    id,
    kind,
    to,
    at: new Date(at).toISOString(),
    subject,
    token,
    link,
    api_key: apiKey,
    request
  }
}

const basic = (login: Login | undefined) =>
  login === undefined
    ? {}
    : { authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}` }

// fetch takes no credentials in an address
const withoutLogin = (url: URL) => {
  const bare = new URL(url)
  bare.username = ""
  bare.password = ""
  return bare
}

// a server says so that it may do better later
const passing = new Set([408, 425, 429])

const refused = (status: number) =>
  new Undelivered({
    reason: status >= 300 && status < 400 ? `it answered ${status}, which is not followed` : `it answered ${status}`,
    isFinal: status < 500 && !passing.has(status)
  })

const codeOf = (error: unknown) => {
  const cause = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  if (Predicate.hasProperty(cause, "code")) return String(cause.code)
  // such as a port that fetch refuses
  return cause instanceof Error && cause.message !== "" ? `no connection (${cause.message})` : "no connection"
}

/** Posts e-mails to a webhook. */
export const make = (url: URL): Carrier => {
  const [address, login] = [withoutLogin(url), basic(loginOf(url))]
  const posted = (outgoing: Outgoing) =>
    Effect.tryPromise({
      try: (signal) =>
        fetch(address, {
          method: "POST",
          redirect: "manual",
          signal,
          headers: {
            ...login,
            "content-type": "application/json",
            "idempotency-key": outgoing.key,
            "x-mock-tenant": outgoing.tenant
          },
          body: JSON.stringify(bodyOf(outgoing))
        }),
      catch: (error) => new Undelivered({ reason: oneLine(codeOf(error)), isFinal: false })
    })
  return {
    name: "webhook",
    to: told(url),
    send: (outgoing) =>
      posted(outgoing).pipe(
        Effect.tap(({ body }) => Effect.ignore(Effect.tryPromise(() => body?.cancel() ?? Promise.resolve()))),
        Effect.flatMap(({ ok, status }) => (ok ? Effect.void : Effect.fail(refused(status)))),
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => Effect.fail(new Undelivered({ reason: `no answer within ${patience}`, isFinal: false }))
        })
      )
  }
}
