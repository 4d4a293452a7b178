import type * as McpSchema from "effect/ai/McpSchema"
import type * as Effect from "effect/Effect"

import type { Stopped } from "../headless/Stopped.ts"
import type { Answer } from "./answer.ts"
import type { Asked } from "./confirm.ts"
import type { Session } from "./Connected.ts"
import type { Given } from "./input.ts"

/** An action, or a way to read a resource, as agents are given it. */
export interface Tool {
  /** Letters, digits and underscores, 64 at the most: what every client accepts. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: McpSchema.ToolJson
  /** `read`, or that of its action. */
  readonly effect: string
  /** Whether once more changes nothing more. */
  readonly isIdempotent: boolean
  /** Whether it needs nobody to be logged in. */
  readonly isPublic?: boolean
  readonly run: (given: Given) => Effect.Effect<Answer, Stopped | Asked, Session | McpSchema.McpRequestContext>
}

const longest = 64

/** A tool's name of words such as `users.deactivate`. */
export const nameOf = (...words: ReadonlyArray<string>): string =>
  words.join("_").replaceAll(/\W/g, "_").slice(0, longest)

/** What hosts decide by whether to ask before a call. */
export const annotationsOf = ({ effect, isIdempotent, title }: Tool): McpSchema.ToolAnnotations => ({
  title,
  readOnlyHint: effect === "read",
  destructiveHint: effect === "final",
  idempotentHint: isIdempotent,
  // a mail reaches people that no answer tells of
  openWorldHint: effect === "mails"
})
