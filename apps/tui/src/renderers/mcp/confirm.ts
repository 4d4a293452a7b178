import { randomBytes } from "node:crypto"

import * as McpSchema from "effect/ai/McpSchema"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

import { CommandError } from "../headless/output.ts"

/** A question that a person answers before a change. */
export interface Question {
  /** Identifies the change: the action, the id of its target, the values and the text. */
  readonly about: string
  /** The name of the target, which the person types. */
  readonly name: string
  /** `Delete grace@example.com? This cannot be undone.` */
  readonly text: string
  /** The command that does the same. */
  readonly command: string
}

/** How long an answer is awaited. */
export const timeoutSeconds = 300

/** Creates a store of open questions: the changes that they are about, by the states that come back with the answers. */
export const makeOpenQuestions = Cache.make({
  capacity: 100,
  timeToLive: `${timeoutSeconds} seconds`,
  lookup: (_state: string) => Effect.succeed("")
})

/** The question is the answer to a call; the client calls again with the person's answer. */
export class InputRequired extends Data.TaggedError("InputRequired")<{ readonly input: McpSchema.InputRequired }> {}

/** How the server confirms changes. */
export class Confirmation extends Context.Service<
  Confirmation,
  {
    /** Whether changes need no confirmation. */
    readonly isSkipped: boolean
    /** The flags of commands that reach the same service, or `undefined` for a demo, which no command reaches. */
    readonly flags: string | undefined
    readonly questions: Effect.Success<typeof makeOpenQuestions>
    /** Completes when the client is gone. */
    readonly disconnected: Deferred.Deferred<void>
  }
>()("@remote-assist/tui/Confirmation") {}

const toForm = ({ name, text }: Question) => ({
  mode: "form" as const,
  message: `${text} Type ${name} to confirm.`,
  requestedSchema: {
    type: "object" as const,
    properties: { name: { type: "string" as const, title: `Type ${name} to confirm` } },
    required: ["name"]
  }
})

const rejected = ({ name }: Question, reason: string) =>
  new CommandError({ kind: "refused", message: `Nothing was done to ${name}: ${reason}` })

const cannotAsk = (question: Question, flags: string | undefined) =>
  rejected(
    question,
    `a person must confirm it, and this client cannot ask one (elicitation). ` +
      `The person can ${flags === undefined ? "" : `run ${question.command}${flags}, or `}` +
      `start remote-assist mcp with --yes, which skips confirmations.`
  )

const property = (value: unknown, name: string) => (Predicate.hasProperty(value, name) ? value[name] : undefined)

const checkAnswer = Effect.fnUntraced(function* (question: Question, answer: unknown) {
  const action = property(answer, "action")
  if (action === "decline") return yield* rejected(question, "the person declined.")
  if (action !== "accept") return yield* rejected(question, "the question was closed without an answer.")
  const typed = property(property(answer, "content"), "name")
  if (!Predicate.isString(typed) || typed.trim() !== question.name)
    return yield* rejected(question, "the typed name does not match.")
})

/** Asks while the call waits, for clients up to 2025-11-25. */
const elicit = Effect.fnUntraced(function* ({ getClient }: McpSchema.McpServerClient["Service"], question: Question) {
  const { disconnected } = yield* Confirmation
  const fail = (reason: string) => Effect.fail(rejected(question, reason))
  const client = yield* getClient
  return yield* client.elicit(new McpSchema.ElicitRequestFormParams(toForm(question))).pipe(
    Effect.catch(() => fail("the client could not ask.")),
    Effect.timeoutOrElse({
      duration: `${timeoutSeconds} seconds`,
      orElse: () => fail(`there was no answer within ${timeoutSeconds} s.`)
    }),
    Effect.raceFirst(Effect.andThen(Deferred.await(disconnected), fail("the client is gone.")))
  )
}, Effect.scoped)

/** Lets the client ask and call again, for clients since 2026-07-28. */
const requestInput = Effect.fnUntraced(function* (question: Question) {
  const { questions } = yield* Confirmation
  const { inputResponses, requestState } = yield* McpSchema.McpRequestContext
  if (requestState === undefined) {
    const inputRequests = { confirm: { method: "elicitation/create" as const, params: toForm(question) } }
    const state = randomBytes(16).toString("hex")
    yield* Cache.set(questions, state, question.about)
    return yield* new InputRequired({ input: new McpSchema.InputRequired({ inputRequests, requestState: state }) })
  }
  if (!(yield* Cache.invalidateWhen(questions, requestState, (about) => about === question.about)))
    return yield* rejected(question, "the answer matches no open question. Call again to be asked.")
  return inputResponses?.["confirm"]
})

/** Continues after a person has typed the name. A model cannot confirm. */
export const confirm = Effect.fnUntraced(function* (question: Question) {
  const { flags, isSkipped } = yield* Confirmation
  if (isSkipped) return
  const { elicitation } = (yield* McpSchema.McpRequestContext).clientCapabilities
  // a client with an empty capability supports forms
  if (elicitation === undefined || (elicitation.form === undefined && Object.keys(elicitation).length > 0))
    return yield* cannotAsk(question, flags)
  const client = yield* Effect.serviceOption(McpSchema.McpServerClient)
  const answer = Option.isSome(client) ? elicit(client.value, question) : requestInput(question)
  yield* checkAnswer(question, yield* answer)
})
