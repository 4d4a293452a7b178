import type * as Redacted from "effect/Redacted"

import type * as Problem from "../../Problem.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import * as Claims from "../../session/claims.ts"
import type { Whose } from "../../session/Credentials.ts"
import { userIdIn } from "../../Subject.ts"

export interface AccountState {
  /** Who is logged in. */
  readonly who: string | undefined
  /** Whose the session is, or was, and how they logged in. */
  readonly whose: Whose | undefined
  /** Their number, where the token tells it. */
  readonly id: string | undefined
  /** Whose data is at hand, by the subject of the token: theirs who were logged in last, until they log out or another logs in. */
  readonly dataOf: string | undefined
  readonly busy: boolean
  /** Why the session before ended. */
  readonly ended: string | undefined
  readonly problem: Problem.Problem | undefined
  /** Why the service refused the token, where it did so last. */
  readonly refused: string | undefined
  /** When the credentials that were given are tried again, in milliseconds; only while there is no connection. */
  readonly retryAt: number | undefined
}

/** Nobody is logged in, nor was. */
export const out: AccountState = {
  who: undefined,
  whose: undefined,
  id: undefined,
  dataOf: undefined,
  busy: false,
  ended: undefined,
  problem: undefined,
  refused: undefined,
  retryAt: undefined
}

/** Somebody tries to get in. */
export const trying = (now: AccountState): AccountState => ({
  ...now,
  busy: true,
  problem: undefined,
  retryAt: undefined
})

/** Somebody is in, with a token; `times` tells those apart who go by the same name. */
export const entered = (whose: Whose, token: Redacted.Redacted, times: number): AccountState => {
  const { who } = whose
  // without a subject, a name tells of a password whose it is, and else nothing does
  const dataOf = Claims.of(token).sub ?? (whose.given?.["email"] === undefined ? `${who} ${times}` : who)
  return { ...out, who, whose, id: userIdIn(token), dataOf }
}

/** Nobody got in. */
export const failed =
  (problem: Problem.Problem) =>
  (now: AccountState): AccountState => ({ ...now, busy: false, problem })

/** The session is over, but whose it was stays known. */
export const ended =
  (reason: string) =>
  (now: AccountState): AccountState =>
    now.who === undefined ? now : { ...out, ended: reason, dataOf: now.dataOf, whose: now.whose }

/** Why the service refused the token, or that it took it. */
export const refusedFor =
  (refused: string | undefined) =>
  (now: AccountState): AccountState =>
    now.refused === refused || now.who === undefined ? now : { ...now, refused }

/** Whether a row is the account that is logged in. */
export const isMe = ({ id, who }: AccountState, resource: AnyResource, row: AnyRow): boolean => {
  const mine = new Set([who?.toLowerCase(), id])
  return (resource.logins?.(row) ?? []).some((login) => login != null && mine.has(String(login).toLowerCase()))
}
