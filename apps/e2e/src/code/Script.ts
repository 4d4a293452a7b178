import type { OperationId } from "@remote-assist/core/Contract"

import { Leaf } from "./Value.ts"
import type { Input } from "./Value.ts"

/** Where something stands in an answer; of one that may be absent, `entry` is what is in it. */
export type Path = ReadonlyArray<string | number>

/** What a constant holds: a `secret` is `Redacted`. */
export interface Constant {
  readonly name: string
  readonly secret: boolean
}

/** Something that a scenario knows by a name: a constant of its own, or what its target knows. */
export class Named extends Leaf {
  readonly _tag = "Named"
  readonly constant: Constant
  /** What stands before it in a text, such as `email=`. */
  readonly before: string
  constructor(constant: Constant, before = "") {
    super()
    this.constant = constant
    this.before = before
  }
}

/** JSON, as in an answer. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** Something that must be seen in an answer. */
export type Expectation =
  | { readonly _tag: "Equal"; readonly path: Path; readonly value: Json | undefined }
  | { readonly _tag: "Same" | "Other"; readonly path: Path; readonly than: Constant }

/** A call of an operation, and what must come of it. */
export interface Call {
  readonly _tag: "Call"
  readonly title: string
  readonly operation: OperationId
  readonly input: Input<Named>
  /** The user token to send; for those that take one. */
  readonly token: Named | undefined
  /** The kind of the error that it must fail with. */
  readonly failsWith?: string | undefined
  /** Constants made from its answer. */
  readonly gives: ReadonlyArray<{ readonly constant: Constant; readonly path: Path }>
  readonly expects: ReadonlyArray<Expectation>
}

export interface Mails extends Pick<Call, "title" | "gives" | "expects"> {
  readonly _tag: "Mails"
  readonly to: Named | string
}

/** A part of a scenario, in its order. */
export type Statement =
  | Call
  | Mails
  | { readonly _tag: "Advance"; readonly duration: string }
  | { readonly _tag: "Freeze"; readonly at: string }
  | { readonly _tag: "Constant"; readonly name: string; readonly value: string }
  | { readonly _tag: "Comment"; readonly text: string }
  | Together

/** Calls at the same time, and what may come of them, told in short; anything where that is not given. */
export interface Together {
  readonly _tag: "Together"
  readonly title: string
  readonly calls: ReadonlyArray<Call>
  readonly outcomes: ReadonlyArray<ReadonlyArray<string>> | undefined
}

/** A scenario before it is written. */
export interface Script {
  readonly about: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
  readonly statements: ReadonlyArray<Statement>
}
