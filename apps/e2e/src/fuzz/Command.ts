import type { OperationId } from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"

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

const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value)

const isFields = (value: Value): value is Fields => Predicate.isObject(value) && !(value instanceof Ref)

const refsIn = (value: Value | undefined): ReadonlyArray<Ref> => {
  if (value === undefined) return []
  if (value instanceof Ref) return [value]
  return Predicate.isObjectKeyword(value) ? Object.values(value).flatMap((part: Value) => refsIn(part)) : []
}

/** Returns the references of an action. */
export const refsOf = (action: Action): ReadonlyArray<Ref> => {
  if ("advance" in action) return []
  if ("mails" in action) return [action.mails]
  if ("together" in action) return action.together.flatMap(refsOf)
  const { params, payload, query, token } = action
  return [params, query, payload, token].flatMap(refsIn)
}

/** Replaces the references of a value. */
export const resolve = (value: Value, at: (ref: Ref) => string | number): Json => {
  if (value instanceof Ref) return at(value)
  if (isList(value)) return value.map((part) => resolve(part, at))
  return isFields(value) ? Record.map(value, (part) => resolve(part, at)) : value
}
