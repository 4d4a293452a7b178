import * as Context from "effect/Context"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { isHeaderValue } from "../http.ts"

/** The session of one stream: the token that its first request was sent with. */
export interface StreamSession {
  token?: Redacted.Redacted
}

/** The session that requests in this context share; `undefined` unless they are those of one stream. */
export const StreamSession = Context.Reference<StreamSession | undefined>(
  "@remote-assist/core/internal/StreamSession",
  {
    defaultValue: () => undefined
  }
)

/** The claims of a token, if it is a JWT: subject, and expiry in milliseconds. */
interface Claims {
  readonly subject: string | undefined
  readonly expiresAt: number | undefined
}

// the bytes are read as Latin-1: subjects are only compared
const parsePayload = (token: string) =>
  Result.getOrUndefined(
    Result.try((): unknown =>
      JSON.parse(globalThis.atob(token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""))
    )
  )

const parseClaims = (token: string): Claims => {
  const claims = parsePayload(token)
  return {
    subject: Predicate.hasProperty(claims, "sub") && Predicate.isString(claims.sub) ? claims.sub : undefined,
    expiresAt:
      Predicate.hasProperty(claims, "exp") && Predicate.isNumber(claims.exp) && Number.isFinite(claims.exp)
        ? claims.exp * 1000
        : undefined
  }
}

/** Milliseconds before expiry at which a token is renewed in the background. */
const renewBefore = 60_000

/** One session of a client, from a log-in to the next log-in or log-out. */
interface Epoch {
  readonly client: object
}

interface SessionToken extends Redacted.Redacted {
  /** The session that the token belongs to. */
  readonly epoch: Epoch
}

const isSessionToken = (token: Redacted.Redacted): token is SessionToken => Predicate.hasProperty(token, "epoch")

interface CurrentToken {
  readonly token: SessionToken
  /** The token as the store returned it. */
  readonly stored: Redacted.Redacted
  readonly value: string
  readonly subject: string | undefined
  /** Whether a header can carry it. */
  readonly isUsable: boolean
  /** When to renew it in the background, and when calls wait for that. */
  readonly dueAt: number
  readonly expiresAt: number
}

/** Whether a header can carry a token. */
export const isUsable = (token: string): boolean => token !== "" && isHeaderValue(token)

const isOther = (one: CurrentToken, subject: string | undefined) =>
  one.subject !== undefined && subject !== undefined && one.subject !== subject

export type Epochs = ReturnType<typeof make>

/** Distinguishes the sessions of a store: by log-ins and log-outs of this client, or else by the subjects of JWTs. */
export const make = () => {
  const client = {}
  let epoch: Epoch = { client }
  let current: CurrentToken | undefined

  // a token that follows another is new: if it seems to be expired, the clocks differ
  const times = (expiresAt: number, now: number, isNew: boolean) => {
    const left = expiresAt - now
    if (!isNew) return { dueAt: expiresAt - renewBefore, expiresAt }
    return left > 0
      ? { dueAt: expiresAt - Math.min(renewBefore, left / 2), expiresAt }
      : { dueAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY }
  }

  const begin = () => {
    epoch = { client }
    current = undefined
  }

  return {
    /** Returns the current session. */
    epoch: () => epoch,
    current: () => current,
    /** Returns the session of a token; the current session for a token of unknown origin. */
    epochOf: (token: Redacted.Redacted) =>
      isSessionToken(token) && token.epoch.client === client ? token.epoch : epoch,
    /** Records the token of the store as the current one; `isOwn` if this client renewed it. */
    update: (stored: Redacted.Redacted, now: number, isOwn = false): CurrentToken => {
      if (current?.stored === stored) return current
      const value = Redacted.value(stored)
      if (current?.value === value) return current
      const { expiresAt = Number.POSITIVE_INFINITY, subject } = parseClaims(value)
      if (!isOwn && current !== undefined && isOther(current, subject)) begin()
      const token = Object.assign(Redacted.make(value), { epoch })
      current = {
        token,
        stored,
        value,
        subject,
        isUsable: isUsable(value),
        ...times(expiresAt, now, current !== undefined)
      }
      return current
    },
    /** Begins another session. */
    begin
  }
}
