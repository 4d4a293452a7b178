import * as Secrets from "@remote-assist/core/Secrets"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import type { Exchange } from "../recorder/Recorder.ts"
import type { Attempt, Failure, JournalNote, Outcome } from "./Result.ts"

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

const parsed = (body: string | undefined): unknown => Option.getOrUndefined(json(body ?? ""))

/** The secrets that exchanges carried. */
export const secretsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> =>
  exchanges.flatMap(({ answer, operation, request }) => {
    // the enterprise log-in answers with its token alone
    const bare = operation === "Auth.enterprise" ? parsed(answer?.body) : undefined
    return [
      ...Secrets.secretsOf(request),
      ...(answer === undefined ? [] : Secrets.secretsOf(answer)),
      ...(Predicate.isString(bare) ? [bare] : [])
    ]
  })

// a part of the emulator's state whose entries have a secret as their key: /confirmations/<token>
const keyedBySecret = /^\/(?:confirmations|inviteUrls|refreshTokens|personalAccessTokenIds)\/([^/]+)/i

const secretsOfChange = (change: unknown): ReadonlyArray<string> => {
  const path = Predicate.hasProperty(change, "path") ? String(change.path) : ""
  const value = Predicate.hasProperty(change, "value") ? change.value : undefined
  const key = keyedBySecret.exec(path)?.[1]
  return [
    ...(key === undefined ? [] : [key, key.replaceAll("~1", "/").replaceAll("~0", "~")]),
    ...Secrets.secretsIn({ [path.slice(path.lastIndexOf("/") + 1)]: value })
  ]
}

/** The secrets in what requests changed, which their answers need not show. */
const secretsOfState = (journal: ReadonlyArray<JournalNote>): ReadonlyArray<string> =>
  journal.flatMap(({ changes }) => changes.flatMap(secretsOfChange))

// shorter ones are parts of words
const shortest = 4

/** Whether a secret is long enough to be told from a part of a word. */
export const maskable = ({ length }: string): boolean => length >= shortest

/** How secrets are taken out. */
export interface Masking {
  /** Whether two secrets can be told apart by what stands in their place. */
  readonly isNumbered?: boolean
}

/** Takes secrets out of a text, in whatever encoding they stand there. */
export const maskerOf = (
  secrets: ReadonlyArray<string>,
  { isNumbered = false }: Masking = {}
): ((text: string) => string) => {
  const numbers = new Map([...new Set(secrets)].map((secret, index) => [secret, index + 1]))
  return Secrets.masker([...numbers.keys()].filter(maskable), (secret) =>
    isNumbered ? `<redacted ${numbers.get(secret)}>` : "<redacted>"
  )
}

type Mask = (text: string) => string

const maskFailure = (failure: Failure, mask: Mask): Failure => ({
  ...failure,
  message: mask(failure.message),
  cleanUp: failure.cleanUp && mask(failure.cleanUp),
  compared: failure.compared && {
    expected: mask(failure.compared.expected),
    actual: mask(failure.compared.actual)
  }
})

const maskOutcome = (outcome: Outcome, mask: Mask): Outcome =>
  outcome._tag === "Failed" ? { ...outcome, failure: maskFailure(outcome.failure, mask) } : outcome

const maskHeaders = (headers: Readonly<Record<string, string>>, mask: Mask) =>
  Record.map(headers, (value) => mask(value))

const maskExchange = (exchange: Exchange, mask: Mask): Exchange => ({
  ...exchange,
  request: {
    ...exchange.request,
    url: mask(exchange.request.url),
    headers: maskHeaders(exchange.request.headers, mask),
    body: exchange.request.body && mask(exchange.request.body)
  },
  answer: exchange.answer && {
    ...exchange.answer,
    headers: maskHeaders(exchange.answer.headers, mask),
    body: mask(exchange.answer.body)
  },
  lost: exchange.lost && mask(exchange.lost)
})

const maskNote = (note: JournalNote, mask: Mask): JournalNote => ({
  ...note,
  reason: note.reason && mask(note.reason),
  hint: note.hint && mask(note.hint),
  changes: note.changes.map((change) => parsed(mask(JSON.stringify(change))))
})

/** An attempt without the secrets that its target knows and that its requests and answers carried. */
export const maskAttempt = (attempt: Attempt, known: ReadonlyArray<string>, masking?: Masking): Attempt => {
  const mask = maskerOf([...known, ...secretsOf(attempt.exchanges), ...secretsOfState(attempt.journal)], masking)
  return {
    ...attempt,
    outcome: maskOutcome(attempt.outcome, mask),
    steps: attempt.steps.map((step) => ({ ...step, title: mask(step.title) })),
    exchanges: attempt.exchanges.map((exchange) => maskExchange(exchange, mask)),
    journal: attempt.journal.map((note) => maskNote(note, mask)),
    leftovers: attempt.leftovers.map((leftover) => ({ ...leftover, reason: mask(leftover.reason) }))
  }
}
