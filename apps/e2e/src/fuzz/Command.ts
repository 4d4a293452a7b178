import { hash } from "node:crypto"

import type { OperationId } from "@remote-assist/core/Contract"
import { isSecretName } from "@remote-assist/core/Secrets"
import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"

import type { Position } from "../compare/answers.ts"
import { leavesOf, nameOf, parseBody } from "../compare/Leaf.ts"
import type { Json, Leaf, Path } from "../compare/Leaf.ts"

/** The kinds of values in answers, by group and field. */
const kinds = {
  "Auth ": "token",
  "Auth token": "token",
  "Auth refresh": "refresh token",
  "EnterpriseUsers id": "user id",
  "EnterpriseUsers email": "email",
  "EnterpriseUsers token": "token",
  "PersonalAccessTokens id": "personal access token id",
  "PersonalAccessTokens token": "personal access token",
  "Pods id": "pod id",
  "OnCallGroups id": "group id",
  "Calls session": "call id",
  "Calls token": "contact",
  "Mails token": "confirmation"
} as const

/** The values of the default world and their kinds, by their names in `demo`. */
export const demoKinds = [
  ["administrator", "email"],
  ["email", "email"],
  ["password", "password"],
  ["personal access token", "personalAccessToken"],
  ["invite url", "inviteUrl"],
  ["alias", "aliasRefreshToken"],
  ["confirmation", "confirmationToken"],
  ["confirmation", "newEmailToken"]
] as const

/** The kinds of values that commands refer to. */
export type Kind = (typeof kinds)[keyof typeof kinds] | (typeof demoKinds)[number][0] | "administrator token"

/**
 * A reference to a value that is known while commands run: one of a kind, or one from a source. A source is the uid of a command and
 * a path in its answer, or a name in the default world.
 */
export class Ref extends Data.Class<{
  /** `pick` selects the same value of a kind also if other commands are removed. */
  readonly wanted: { readonly kind: Kind; readonly pick: number } | { readonly source: Path }
}> {}

const kindsByField = new Map<string, Kind>(Object.entries(kinds))

/** Returns the kind of a field in the answers of a group; `around` is the enclosing field. */
const kindOf = (group: string, name: string, around: string): Kind | undefined =>
  group === "Pods" && around !== "" ? undefined : kindsByField.get(`${group} ${name}`)

/** Returns the space of a value in the answers of a group. Tokens of all kinds share one. */
export const spaceIn =
  (group: string) =>
  ({ around, name }: Position, value: Leaf): string | undefined => {
    const kind = kindOf(group, name, around)
    if (kind?.endsWith(" id") === true) return kind
    const isSecret = isSecretName(name) || (kind !== undefined && kind !== "email")
    return isSecret && Predicate.isString(value) ? "secret" : undefined
  }

/** Kinds whose values are unique; equal values of other kinds are the same thing. */
const generated = /(?:token|confirmation)$/

/** A value on both sides that commands can use. */
export interface Entry {
  readonly kind: Kind
  readonly source: Path
  readonly model: string | number
  readonly target: string | number
}

const isAtom = (value: Json | undefined): value is string | number =>
  (Predicate.isString(value) && value !== "") || Predicate.isNumber(value)

/** The uid of the first command, the log-in of the administrator. */
export const administratorLogIn = 0

/** The values that are known while commands run. */
export class KnownValues {
  readonly #entries = new Map<string, Entry>()

  add(entry: Entry): void {
    const key = `${entry.kind} ${generated.test(entry.kind) ? entry.source.join(".") : entry.model}`
    if (!this.#entries.has(key)) this.#entries.set(key, entry)
  }

  /** Adds the values in the answers of both sides. */
  addAll(group: string, uid: number, modelBody: Json | undefined, targetBody: Json | undefined): void {
    const targets = new Map(leavesOf(targetBody).map(([path, value]) => [path.join("."), value]))
    for (const [path, model] of leavesOf(modelBody)) {
      const around = path.filter(Predicate.isString).at(-2) ?? ""
      const kind = kindOf(group, nameOf(path), around === "entries" ? "" : around)
      const target = targets.get(path.join("."))
      if (kind === undefined || !isAtom(model) || !isAtom(target)) continue
      // most operations need an administrator
      if (kind === "token" && uid === administratorLogIn)
        this.add({ kind: "administrator token", source: [uid, ...path], model, target })
      this.add({ kind, source: [uid, ...path], model, target })
    }
  }

  /** Returns the value of a reference, or undefined if it is not known yet. */
  find({ wanted }: Ref): Entry | undefined {
    if ("source" in wanted) {
      const text = wanted.source.join()
      return [...this.#entries.values()].find(({ source }) => source.join() === text)
    }
    // the choice does not depend on other values
    const weighed = [...this.#entries]
      .filter(([, { kind }]) => kind === wanted.kind)
      .map(([key, entry]) => [hash("sha1", `${wanted.pick} ${key}`), entry] as const)
    return weighed.toSorted(([one], [other]) => (one < other ? -1 : 1))[0]?.[1]
  }
}

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
