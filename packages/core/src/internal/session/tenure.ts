import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { isHeaderValue } from "../call/headers.ts"

/** What a token says of itself, if it is a JWT: whose it is, and when it expires, in milliseconds. */
interface Claims {
  readonly subject: string | undefined
  readonly expiresAt: number | undefined
}

// the bytes pass for Latin-1: subjects are but compared
const payloadOf = (token: string) =>
  Result.getOrUndefined(
    Result.try((): unknown =>
      JSON.parse(globalThis.atob(token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""))
    )
  )

const claimsOf = (token: string): Claims => {
  const claims = payloadOf(token)
  return {
    subject: Predicate.hasProperty(claims, "sub") && Predicate.isString(claims.sub) ? claims.sub : undefined,
    expiresAt:
      Predicate.hasProperty(claims, "exp") && Predicate.isNumber(claims.exp) && Number.isFinite(claims.exp)
        ? claims.exp * 1000
        : undefined
  }
}

/** Tokens that expire sooner than this, in milliseconds, are renewed ahead. */
const ahead = 60_000

/** A token as it was met first. */
interface Met {
  readonly token: Redacted.Redacted
  readonly value: string
  readonly subject: string | undefined
  /** Whether a header can carry it. */
  readonly isUsable: boolean
  /** From when on it is renewed in the background, and from when on that is waited for. */
  readonly dueAt: number
  readonly expiresAt: number
}

/** Whether a header can carry a token; that of none would carry nothing. */
export const isUsable = (token: string): boolean => token !== "" && isHeaderValue(token)

const isOther = (one: Met, subject: string | undefined) =>
  one.subject !== undefined && subject !== undefined && one.subject !== subject

export type Tenure = ReturnType<typeof make>

/** Tells sessions apart that a store holds in turn: by log-ins and log-outs here, else by the subjects of JWTs. */
export const make = () => {
  const sessions = new WeakMap<Redacted.Redacted, number>()
  let session = 0
  let current: Met | undefined

  // a token that follows another is new: if it seems to expire at once, the clocks differ
  const timesOf = (expiresAt: number, now: number, isNew: boolean) => {
    const left = expiresAt - now
    if (!isNew) return { dueAt: expiresAt - ahead, expiresAt }
    return left > 0
      ? { dueAt: expiresAt - Math.min(ahead, left / 2), expiresAt }
      : { dueAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY }
  }

  return {
    /** The number of the session of now. */
    session: () => session,
    current: () => current,
    /** The session that a token was met in; of one that was not met, the one of now. */
    sessionOf: (token: Redacted.Redacted) => sessions.get(token) ?? session,
    /** Takes note of the token that the store holds; `isOwn` if it was renewed here. */
    meet: (token: Redacted.Redacted, now: number, isOwn = false): Met => {
      if (current?.token === token) return current
      const value = Redacted.value(token)
      if (current?.value === value) return current
      const { expiresAt = Number.POSITIVE_INFINITY, subject } = claimsOf(value)
      if (!isOwn && current !== undefined && isOther(current, subject)) {
        session++
        current = undefined
      }
      current = { token, value, subject, isUsable: isUsable(value), ...timesOf(expiresAt, now, current !== undefined) }
      sessions.set(token, session)
      return current
    },
    /** Begins another session. */
    change: () => {
      session++
      current = undefined
    }
  }
}
