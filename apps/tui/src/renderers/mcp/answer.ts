import { sentences } from "@remote-assist/cli/Process"
import { Region, TokenStore } from "@remote-assist/core"
import * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { secretOf } from "../../session/Credentials.ts"
import { Entrance } from "../headless/Connection.ts"
import { Stopped } from "../headless/Stopped.ts"
import * as Clean from "./clean.ts"

/** What a tool answers with, as data. */
export type Answer = Readonly<Record<string, unknown>>

const revealed = (secrets: ReadonlyArray<Redacted.Redacted | undefined>) =>
  secrets.flatMap((secret) => (secret === undefined ? [] : [Redacted.value(secret)]))

/** Cleans texts of all that this connection keeps secret: a service may repeat what it was sent. */
export const cleaning = Effect.gen(function* () {
  const { apiKey } = yield* Region.Region
  const { credentials } = yield* Entrance
  const store = yield* Effect.serviceOption(TokenStore.TokenStore)
  const tokens = Option.isNone(store)
    ? Option.none()
    : yield* Effect.orElseSucceed(store.value.load, () => Option.none())
  const { personalAccessToken, refresh, token } = Option.getOrElse(tokens, () => ({
    token: undefined,
    refresh: undefined,
    personalAccessToken: undefined
  }))
  const ofSettings = credentials && secretOf(credentials)
  return Clean.without(revealed([apiKey, ofSettings, token, refresh, personalAccessToken]))
})

/** An effect whose failures tell no secret. */
export const cleaned = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catch(effect, (error): Effect.Effect<never, E | Stopped, Effect.Services<typeof cleaning>> => {
    if (!(error instanceof Stopped)) return Effect.fail(error)
    const { kind, message } = error
    return Effect.flatMap(cleaning, (clean) => Effect.fail(new Stopped({ kind, message: clean(sentences(message)) })))
  })

const isAnswer = (value: unknown): value is Answer => typeof value === "object" && value !== null

/** What of an answer is told. */
export const told = (answer: Answer) =>
  Effect.map(cleaning, (clean): Answer => {
    const value = Clean.value(clean, answer)
    return isAnswer(value) ? value : {}
  })

/** Data, and the same as text for clients that know no other. */
export const result = (answer: Answer): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({
    content: [McpSchema.TextContent.make({ type: "text", text: JSON.stringify(answer) })],
    structuredContent: answer
  })

/** What went wrong and what to do, for the model to read. */
export const failure = ({ kind, message }: Stopped): McpSchema.CallToolResult => {
  const text = sentences(message)
  return new McpSchema.CallToolResult({
    isError: true,
    content: [McpSchema.TextContent.make({ type: "text", text })],
    structuredContent: { error: { kind, message: text } }
  })
}
