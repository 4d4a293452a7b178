import type { OperationId } from "@remote-assist/core/Contract"
import * as Record from "effect/Record"

import { parseBody } from "../compare/Leaf.ts"
import type { Json } from "../compare/Leaf.ts"
import { Ref } from "./KnownValues.ts"
import type { Entry } from "./KnownValues.ts"

/** JSON with references. */
export type Value = string | number | boolean | null | Ref | ReadonlyArray<Value> | Fields
export interface Fields {
  readonly [name: string]: Value
}

/** Durations for the clock: beyond the grace period of a refresh token, beyond the life of a user token. */
export type Duration = "1 second" | "61 seconds" | "1 hour" | "31 days" | "91 days"

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

/** The values of references. */
export type Entries = ReadonlyMap<Ref, Entry | undefined>

/** Replaces the references of a call by their values on a side. */
export const resolve = ({ call, params, payload, query, token }: Call, entries: Entries, side: "model" | "target") => {
  const at = (ref: Ref) => entries.get(ref)?.[side] ?? ""
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
