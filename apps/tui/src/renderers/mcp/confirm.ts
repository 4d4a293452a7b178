import { randomBytes } from "node:crypto"

import * as McpSchema from "effect/ai/McpSchema"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

import { Stopped } from "../headless/output.ts"

/** A question that a person answers before something is done. */
export interface Question {
  /** What it is about: the action, the id of its target, and the text. */
  readonly about: string
  /** The name of the target, to be typed. */
  readonly name: string
  /** `Delete grace@example.com? This cannot be undone.` */
  readonly text: string
  /** The command that does the same. */
  readonly command: string
}

/** Questions that went out and have no answer yet; each answer counts once. */
export interface Pending {
  /** Notes a question; the state that its answer comes back with. */
  readonly ask: (about: string) => Effect.Effect<string>
  /** Closes a question; whether it was open and about this. */
  readonly take: (state: string, about: string) => Effect.Effect<boolean>
}

/** How long an answer is waited for, in seconds. */
export const patience = 300

const mostPending = 100

export const makePending = (): Pending => {
  const open = new Map<string, { readonly about: string; readonly until: number }>()
  return {
    ask: (about) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const [oldest] = open.keys()
        if (open.size >= mostPending && oldest !== undefined) open.delete(oldest)
        const state = randomBytes(16).toString("hex")
        open.set(state, { about, until: now + patience * 1000 })
        return state
      }),
    take: (state, about) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = open.get(state)
        open.delete(state)
        return found !== undefined && found.about === about && now < found.until
      })
  }
}

/** The question goes out as the answer to a call, which the client makes again with the person's answer. */
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

const formOf = ({ name, text }: Question) => ({
  mode: "form" as const,
  message: `${text} Type ${name} to go on.`,
  requestedSchema: {
    type: "object" as const,
    properties: { name: { type: "string" as const, title: `Type ${name} to go on` } },
    required: ["name"]
  }
})

const nothing = ({ name }: Question, why: string) =>
  new Stopped({ kind: "refused", message: `Nothing was done to ${name}: ${why}` })

const cannotAsk = (question: Question) =>
  nothing(
    question,
    `a person has to confirm it, and this client cannot ask one (elicitation). ` +
      `They can do it themselves by ${question.command}, or start remote-assist mcp with --yes, which asks nobody.`
  )

const member = (value: unknown, name: string) => (Predicate.hasProperty(value, name) ? value[name] : undefined)

const judge = Effect.fnUntraced(function* (question: Question, answer: unknown) {
  const action = member(answer, "action")
  if (action === "decline") return yield* nothing(question, "whoever was asked declined it.")
  if (action !== "accept") return yield* nothing(question, "the question was closed without an answer.")
  const typed = member(member(answer, "content"), "name")
  if (!Predicate.isString(typed) || typed.trim() !== question.name)
    return yield* nothing(question, "what was typed is not this name.")
})

/** Asks while the call waits, as clients up to 2025-11-25 do. */
const elicit = (
  { getClient }: McpSchema.McpServerClient["Service"],
  gone: Deferred.Deferred<void>,
  question: Question
) =>
  Effect.scoped(
    Effect.flatMap(getClient, ({ elicit }) => elicit(new McpSchema.ElicitRequestFormParams(formOf(question))))
  ).pipe(
    Effect.catchTags({
      McpReverseOperationUnsupported: () => Effect.fail(cannotAsk(question)),
      McpReverseOperationError: () => Effect.fail(nothing(question, "the client could not ask."))
    }),
    Effect.timeoutOrElse({
      duration: `${patience} seconds`,
      orElse: () => Effect.fail(nothing(question, `nobody answered within ${patience} s.`))
    }),
    Effect.raceFirst(
      Effect.andThen(
        Deferred.await(gone),
        Effect.suspend(() => Effect.fail(nothing(question, "the client is gone.")))
      )
    )
  )

/** Has the client ask and call again, as it is since 2026-07-28. */
const requestInput = Effect.fnUntraced(function* (pending: Pending, question: Question) {
  const { inputResponses, requestState } = yield* McpSchema.McpRequestContext
  if (requestState === undefined) {
    const inputRequests = { confirm: { method: "elicitation/create" as const, params: formOf(question) } }
    const state = yield* pending.ask(question.about)
    return yield* new Asked({ input: new McpSchema.InputRequired({ inputRequests, requestState: state }) })
  }
  if (!(yield* pending.take(requestState, question.about)))
    return yield* nothing(question, "the answer is to no question that is open. Call again to be asked.")
  return inputResponses?.["confirm"]
})

/** Goes on once a person has typed the name; nothing that a model says can stand for that. */
export const confirm = Effect.fnUntraced(function* (question: Question) {
  const { asksNobody, gone, pending } = yield* Asking
  if (asksNobody) return
  const { elicitation } = (yield* McpSchema.McpRequestContext).clientCapabilities
  // a client that says nothing more of asking can ask by a form
  if (elicitation === undefined || (elicitation.form === undefined && Object.keys(elicitation).length > 0))
    return yield* cannotAsk(question)
  const client = yield* Effect.serviceOption(McpSchema.McpServerClient)
  const answer = Option.isSome(client)
    ? yield* elicit(client.value, gone, question)
    : yield* requestInput(pending, question)
  yield* judge(question, answer)
})
