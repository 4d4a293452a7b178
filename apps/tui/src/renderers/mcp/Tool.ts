import type * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

import type { Profile } from "../../profiles/Profile.ts"
import type { layerConnection } from "../headless/Connection.ts"
import { usageError } from "../headless/output.ts"
import type { CommandError } from "../headless/output.ts"
import type { Answer } from "./answer.ts"
import type { Confirmation, InputRequired } from "./confirm.ts"

/** The arguments of a tool. */
export type Arguments = Readonly<Record<string, unknown>>

/** The services of a connection, and of the call. */
type Session = Layer.Success<ReturnType<typeof layerConnection>> | Profile | Confirmation | McpSchema.McpRequestContext

export type Run = Effect.Effect<Answer, CommandError | InputRequired, Session>

/** An action, query or list for models. */
export interface Tool {
  /** Up to 64 letters, digits and underscores, which every client accepts. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: McpSchema.ToolJson
  /** `read`, or the effect of its action. */
  readonly effect: string
  /** Whether a second call changes nothing more. */
  readonly isIdempotent: boolean
  /** Whether it works without a login. */
  readonly isPublic?: boolean
  readonly run: (args: Arguments) => Run
}

const maxNameLength = 64

/** Makes the name of a tool from words such as `users.deactivate`. */
export const toolName = (...words: ReadonlyArray<string>): string =>
  words.join("_").replaceAll(/\W/g, "_").slice(0, maxNameLength)

/** Hints by which hosts decide whether to ask the user before a call. */
export const annotations = ({ effect, isIdempotent, title }: Tool): McpSchema.ToolAnnotations => ({
  title,
  readOnlyHint: effect === "read",
  destructiveHint: effect === "final",
  idempotentHint: isIdempotent,
  // an e-mail reaches people outside of the service
  openWorldHint: effect === "mails"
})

export type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export const toInputSchema = (properties: Properties, required: ReadonlyArray<string> = []): McpSchema.ToolJson => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

/** Fails if an argument is unknown: models make up arguments. */
export const checkArguments = ({ input: { properties = {} } }: Tool, args: Arguments) => {
  const names = Object.keys(properties)
  const unknown = Object.keys(args).find((name) => !names.includes(name))
  if (unknown === undefined) return Effect.void
  const takes = names.length === 0 ? "It takes no arguments" : `It takes: ${names.join(", ")}`
  return Effect.fail(
    usageError(`Nothing was done: unknown argument ${JSON.stringify(unknown.slice(0, 80))}. ${takes}.`)
  )
}

/** A tool that only reads. */
export const readTool = { effect: "read", isIdempotent: true } as const
