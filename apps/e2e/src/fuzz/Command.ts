import type { OperationId } from "@remote-assist/core/Contract"
import * as Record from "effect/Record"

import { parseBody } from "../compare/Leaf.ts"
import type { Json, Path } from "../compare/Leaf.ts"

/** The kinds of values that commands refer to. */
export type Kind =
  | "token"
  | "administrator token"
  | "refresh token"
  | "personal access token"
  | "alias"
  | "invite url"
  | "confirmation"
  | "contact"
  | "password"
  | "administrator"
  | "email"
  | "user id"
  | "personal access token id"
  | "pod id"
  | "group id"
  | "call id"

/** The origin of a value: a path in the answer to a command, or a name in the default world. */
export type Source = { readonly uid: number; readonly path: Path } | string

/** A reference to a value that is known while commands run: one of a kind, or one from a source. */
export class Ref {
  /** `pick` selects the same value of a kind also if other commands are removed. */
  readonly wanted: { readonly kind: Kind; readonly pick: number } | { readonly source: Source }
  /** Text before it, such as `email=`. */
  readonly before: string
  constructor(wanted: Ref["wanted"], before = "") {
    this.wanted = wanted
    this.before = before
  }
}

/** JSON with references. */
export type Value = string | number | boolean | null | Ref | ReadonlyArray<Value> | Fields
export interface Fields {
  readonly [name: string]: Value
}

/** Durations for the clock: beyond the grace period of a refresh token, beyond the life of a user token. */
export const durations = ["1 second", "61 seconds", "1 hour", "31 days", "91 days"] as const
export type Duration = (typeof durations)[number]

/** A call of an operation, as sent. */
export interface Call {
  readonly call: OperationId
  readonly params?: Fields | undefined
  readonly query?: Fields | undefined
  readonly payload?: Fields | undefined
  /** The user token to send, if the operation takes one. */
  readonly token?: Ref | undefined
}

/** An action on the target and on the model. */
export type Action =
  | Call
  | { readonly advance: Duration }
  /** Reads the e-mails to an address. */
  | { readonly mails: Ref }
  | { readonly together: ReadonlyArray<Call> }

/** An action with a unique id in its sequence. */
export type Command = Action & { readonly uid: number }

/** Returns the references of an action. */
export const refsOf = (action: Action): ReadonlyArray<Ref> => {
  const refs: Array<Ref> = []
  JSON.stringify(action, (_, part: unknown) => {
    if (part instanceof Ref) refs.push(part)
    return part
  })
  return refs
}

/** Replaces the references of a call. */
export const resolve = ({ call, params, payload, query, token }: Call, at: (ref: Ref) => string | number) => {
  const fill = (value: Value): Json =>
    parseBody(JSON.stringify(value, (_, part: unknown) => (part instanceof Ref ? at(part) : part))) ?? null
  return {
    operation: call,
    params: Record.map(params ?? {}, fill),
    query: Record.map(query ?? {}, fill),
    payload: payload && fill(payload),
    token: token && String(at(token))
  }
}

/** A call with resolved references. */
export type Request = ReturnType<typeof resolve>
