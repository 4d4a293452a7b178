import * as McpSchema from "effect/ai/McpSchema"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

import { Stopped } from "../headless/Stopped.ts"
import { patience } from "./Pending.ts"
import type { Pending } from "./Pending.ts"

/** What is asked before it is done. */
export interface Question {
  /** What it is about: the action, the id of its target, and what was asked. */
  readonly about: string
  /** The name of the target, to be typed. */
  readonly name: string
  /** `Delete grace@example.com? This cannot be undone.` */
  readonly text: string
  /** What does the same by hand. */
  readonly command: string
}

/** The question goes out as the answer to the call, which is made again with what the person said. */
export class Asked extends Data.TaggedError("Asked")<{ readonly input: McpSchema.InputRequired }> {}

/** What asking needs of the server. */
export class Asking extends Context.Service<
  Asking,
  {
    readonly asksNobody: boolean
    readonly pending: Pending
    /** Done once nobody can answer any more. */
    readonly gone: Deferred.Deferred<void>
  }
>()("@remote-assist/tui/Asking") {}

const field = "name"

const formOf = ({ name, text }: Question) => ({
  mode: "form" as const,
  message: `${text} Type ${name} to go on.`,
  requestedSchema: {
    type: "object" as const,
    properties: { [field]: { type: "string" as const, title: `Type ${name} to go on` } },
    required: [field]
  }
})

const refused = (message: string) => new Stopped({ kind: "refused", message })

const nothing = ({ name }: Question, why: string) => refused(`Nothing was done to ${name}: ${why}`)

const cannotAsk = (question: Question) =>
  nothing(
    question,
    `a person has to confirm it, and this client cannot ask one (elicitation). ` +
      `They can do it themselves by ${question.command}, or start remote-assist mcp with --yes, which asks nobody.`
  )

/** Whether a client can ask by a form; one that says nothing more of it can. */
const canAsk = ({ elicitation }: McpSchema.ClientCapabilities): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0)

const judge = Effect.fnUntraced(function* (question: Question, answer: unknown) {
  const action = Predicate.hasProperty(answer, "action") ? answer.action : undefined
  if (action === "decline") return yield* nothing(question, "whoever was asked declined it.")
  if (action !== "accept") return yield* nothing(question, "the question was closed without an answer.")
  const content = Predicate.hasProperty(answer, "content") ? answer.content : undefined
  const typed = Predicate.hasProperty(content, field) ? content[field] : undefined
  if (!Predicate.isString(typed) || typed.trim() !== question.name)
    return yield* nothing(question, "what was typed is not this name.")
})

/** Asks while the call waits, as clients up to 2025-11-25 have it. */
const elicit = Effect.fnUntraced(function* (
  client: McpSchema.McpServerClient["Service"],
  gone: Deferred.Deferred<void>,
  question: Question
) {
  const asked = Effect.scoped(
    Effect.flatMap(client.getClient, ({ elicit }) => elicit(new McpSchema.ElicitRequestFormParams(formOf(question))))
  ).pipe(
    Effect.catchTags({
      McpReverseOperationUnsupported: () => Effect.fail(cannotAsk(question)),
      McpReverseOperationError: () => Effect.fail(nothing(question, "the client could not ask."))
    }),
    Effect.timeoutOrElse({
      duration: `${patience} seconds`,
      orElse: () => Effect.fail(nothing(question, `nobody answered within ${patience} s.`))
    })
  )
  const left = Effect.flatMap(Deferred.await(gone), () => Effect.fail(nothing(question, "the client is gone.")))
  return yield* Effect.raceFirst(asked, left)
})

/** Has the client ask and call again, as it is since 2026-07-28. */
const input = Effect.fnUntraced(function* (pending: Pending, question: Question) {
  const { inputResponses, requestState } = yield* McpSchema.McpRequestContext
  if (requestState === undefined) {
    const request = { method: "elicitation/create" as const, params: formOf(question) }
    return yield* new Asked({
      input: new McpSchema.InputRequired({
        inputRequests: { confirm: request },
        requestState: yield* pending.ask(question.about)
      })
    })
  }
  if (!(yield* pending.take(requestState, question.about)))
    return yield* nothing(question, "the answer is to no question that is open. Call again to be asked.")
  return inputResponses?.["confirm"]
})

/** Goes on once a person has typed the name; nothing that a model says can stand for that. */
export const confirm = Effect.fnUntraced(function* (question: Question) {
  const { asksNobody, gone, pending } = yield* Asking
  if (asksNobody) return
  const { clientCapabilities } = yield* McpSchema.McpRequestContext
  if (!canAsk(clientCapabilities)) return yield* cannotAsk(question)
  const client = yield* Effect.serviceOption(McpSchema.McpServerClient)
  const answer = Option.isSome(client) ? yield* elicit(client.value, gone, question) : yield* input(pending, question)
  yield* judge(question, answer)
})
