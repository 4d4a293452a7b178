import type { Api } from "@remote-assist/core/Api"

import type { AnswerName, InputName } from "../bodies.ts"

type Groups = (typeof Api)["groups"]

/** Names of the contract's operations, such as `Auth.logIn`. */
export type OperationId = {
  [Group in keyof Groups]: `${Group}.${Extract<keyof Groups[Group]["endpoints"], string>}`
}[keyof Groups]

/** What the contract does not say of an operation in a form that a document can take. */
export interface Described {
  readonly summary: string
  readonly description?: string
  /** Its request body. */
  readonly takes?: InputName
  /** A request body that works in the default world. */
  readonly example?: unknown
  /** The body it answers 200 with; without it there is none. */
  readonly answers?: AnswerName
}

export type DescribedGroup<Group extends string> = {
  readonly [Id in Extract<OperationId, `${Group}.${string}`>]: Described
}
