import { sentences } from "@remote-assist/cli/Process"
import { sanitize } from "@remote-assist/cli/Terminal"
import { Region, TokenStore } from "@remote-assist/core"
import { masker, maskNamed } from "@remote-assist/core/Secrets"
import { pluralize } from "@remote-assist/core/Text"
import * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Profile } from "../../profiles/Profile.ts"
import type { layerConnection } from "../headless/Connection.ts"
import { Login } from "../headless/Login.ts"
import { CommandError, usageError } from "../headless/output.ts"
import type { Confirmation, InputRequired } from "./confirm.ts"

/** The arguments of a tool. */
export type Arguments = Readonly<Record<string, unknown>>

/** The data of a tool's answer. */
export type Answer = Readonly<Record<string, unknown>>

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
  /** Whether a call with these arguments sends an e-mail; `undefined` if none does. */
  readonly mails?: ((args: Arguments) => boolean) | undefined
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
export const annotations = ({ effect, isIdempotent, mails, title }: Tool): McpSchema.ToolAnnotations => ({
  title,
  readOnlyHint: effect === "read",
  destructiveHint: effect === "final",
  idempotentHint: isIdempotent,
  // an e-mail reaches people outside of the service
  openWorldHint: mails !== undefined
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

/** Removes secrets and invisible characters from a text. */
type Clean = (text: string) => string

const mask = "…"
const userInfo = /(:\/\/)[^/\s@"'<>]+@/g

const maxTextLength = 4000
const maxDepth = 8
/** Maximum number of items of a list in an answer. */
export const maxItems = 200

const cut = (text: string): string =>
  text.length <= maxTextLength
    ? text
    : `${text.slice(0, maxTextLength)}… (${pluralize(text.length - maxTextLength, "more character")})`

/** Returns a function that cleans texts of these secrets. */
export const makeClean = (secrets: ReadonlyArray<string>): Clean => {
  const maskSecrets = masker(secrets.filter((secret) => secret !== ""))
  return (text) => cut(sanitize(maskNamed(maskSecrets(text).replaceAll(userInfo, `$1${mask}@`)), { lines: true }))
}

/** Cleans each text and name in a JSON value, and limits its size. */
export const cleanValue = (clean: Clean, input: unknown): unknown => {
  const cleanAt = (value: unknown, depth: number): unknown => {
    if (Predicate.isString(value)) return clean(value)
    if (!Predicate.isObjectOrArray(value)) return value
    if (depth > maxDepth) return mask
    if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => cleanAt(item, depth + 1))
    const entries = Object.entries(value)
    const leftOut = (name: string, { length }: ReadonlyArray<unknown>) =>
      length > maxItems ? [[`${name}_left_out`, length - maxItems]] : []
    return Object.fromEntries([
      ...entries
        .slice(0, maxItems)
        .flatMap(([name, item]) => [
          [clean(name), cleanAt(item, depth + 1)],
          ...leftOut(clean(name), Array.isArray(item) ? item : [])
        ]),
      ...leftOut("fields", entries)
    ])
  }
  return cleanAt(JSON.parse(JSON.stringify(input ?? null)), 0)
}

/** Cleans texts of the secrets of this connection: a service may repeat what it received. */
export const connectionClean = Effect.gen(function* () {
  const { apiKey } = yield* Region.Region
  const { credentials } = yield* Login
  const tokens = yield* TokenStore.TokenStore.use(({ load }) => Effect.orElseSucceed(load, Option.none))
  const { personalAccessToken, refresh, token } = Option.getOrUndefined(tokens) ?? {}
  const secrets = [apiKey, credentials?.secret, token, refresh, personalAccessToken]
  return makeClean(secrets.flatMap((secret) => (secret === undefined ? [] : [Redacted.value(secret)])))
})

/** Cleans the answer of a call, or the message of its failure. */
export const cleaned = <E, R>(effect: Effect.Effect<Answer, E | CommandError, R>) =>
  Effect.gen(function* () {
    const result = yield* Effect.result(effect)
    const clean = yield* connectionClean
    if (Result.isSuccess(result)) {
      const value = cleanValue(clean, result.success)
      return Predicate.isReadonlyObject(value) ? value : {}
    }
    const error = result.failure
    if (!(error instanceof CommandError)) return yield* Effect.fail(error)
    return yield* new CommandError({ kind: error.kind, message: clean(sentences(error.message)) })
  })

/** The answer as data, and as text for clients that do not read data. */
export const toResult = (structuredContent: Answer, text = JSON.stringify(structuredContent)) =>
  new McpSchema.CallToolResult({ content: [McpSchema.TextContent.make({ type: "text", text })], structuredContent })

/** A failure for the model to read. */
export const toErrorResult = ({ kind, message }: CommandError) =>
  new McpSchema.CallToolResult({ ...toResult({ error: { kind, message } }, message), isError: true })
