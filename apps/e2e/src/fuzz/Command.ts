import type { OperationId } from "@remote-assist/core/Contract"

import { Leaf } from "../code/Value.ts"
import type { Input } from "../code/Value.ts"

/** What commands hand on from one to another. */
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

/**
 * Something that is known by then: of its kind, the one that `pick` is nearest to. What was picked stays so when commands are
 * left out that it does not come from.
 */
export class Ref extends Leaf {
  readonly _tag = "Ref"
  readonly kind: Kind
  readonly pick: number
  /** What stands before it in a text. */
  readonly before: string
  constructor(kind: Kind, pick: number, before = "") {
    super()
    this.kind = kind
    this.pick = pick
    this.before = before
  }
}

/** A call of an operation. */
export interface CallCommand {
  readonly _tag: "Call"
  /** Tells it from all others of its run. */
  readonly uid: number
  readonly operation: OperationId
  readonly input: Input<Ref>
  /** The user token to send. */
  readonly token: Ref
}

/** Something that is done to the target and to the model. */
export type Command =
  | CallCommand
  | { readonly _tag: "Advance"; readonly uid: number; readonly duration: Duration }
  | { readonly _tag: "Mails"; readonly uid: number; readonly to: Ref }
  | { readonly _tag: "Together"; readonly uid: number; readonly calls: ReadonlyArray<CallCommand> }

/** How far the clock is moved on: past the grace of a refresh token, past the life of a user token. */
export const durations = ["1 second", "61 seconds", "1 hour", "31 days", "91 days"] as const
export type Duration = (typeof durations)[number]
